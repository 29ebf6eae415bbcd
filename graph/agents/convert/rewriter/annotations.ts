import ts from 'typescript';

import { isFunction } from '../syntax/nodes.ts';
import type { Renderer } from './renderer.ts';
import { OTHER, type Kind } from './value.ts';

const TYPES: Readonly<Record<string, readonly [name: string, imported: boolean]>> = {
  WebDriver: ['Page', true],
  ThenableWebDriver: ['Page', true],
  WebElement: ['Locator', true],
  WebElementPromise: ['Locator', true],
  By: ['string', false],
  Locator: ['string', false],
  Alert: ['Dialog', true],
};

/** Converts a type. Selenium's own have counterparts; classes may have new names. */
export function typeRule(node: ts.TypeNode, r: Renderer): string {
  if (!ts.isTypeReferenceNode(node)) return r.splice(node);
  const name = node.typeName.getText();
  const last = name.split('.').at(-1) ?? name;
  const isSelenium = r.file.selenium.has(name.split('.')[0] ?? '') || last === 'WebDriver';
  const known = TYPES[last];
  if (isSelenium && known) {
    const [type, imported] = known;
    if (imported) r.use(type);
    return type;
  }
  const renamed = r.project.classes.get(name)?.outName;
  const args = node.typeArguments?.map((each) => r.rules.type(each, r)).join(', ');
  return `${renamed ?? name}${args === undefined ? '' : `<${args}>`}`;
}

/** What a type written in the source says of a value. */
export function kindOfType(node: ts.TypeNode | undefined, r: Renderer): Kind | undefined {
  const text = node?.getText() ?? '';
  if (/^(?:\w+\.)?(?:Thenable)?WebDriver$/.test(text)) return { is: 'page' };
  if (/^(?:\w+\.)?WebElement(?:Promise)?$/.test(text)) return { is: 'locator', by: undefined };
  if (/^(?:\w+\.)?By$/.test(text) || (text === 'Locator' && r.file.selenium.has('Locator')))
    return { is: 'by', by: undefined };
  if (/^(?:\w+\.)?WebElement\[\]$/.test(text))
    return { is: 'locators', of: undefined, by: undefined };
  return r.project.classes.has(text) ? { is: 'instance', className: text } : undefined;
}

/** The type of a kind of value, as it stands in an annotation. */
export function typeOfKind(kind: Kind, r: Renderer): string | undefined {
  switch (kind.is) {
    case 'page':
      r.use('Page');
      return 'Page';
    case 'locator':
    case 'select':
      r.use('Locator');
      return 'Locator';
    case 'locators':
      r.use('Locator');
      return 'Locator[]';
    case 'by':
    case 'keys':
      return 'string';
    case 'instance':
      return r.project.classes.get(kind.className)?.outName ?? kind.className;
    default:
      return undefined;
  }
}

const ELEMENT =
  /^(?:click|sendKeys|clear|getText|getAttribute|isDisplayed|isEnabled|isSelected|submit|getCssValue|findElements?)$/;
const DRIVER =
  /^(?:get|wait|switchTo|navigate|manage|actions|getTitle|getCurrentUrl|executeScript|sleep|quit)$/;
const BY_TAKERS = /^(?:findElements?|elements?Located)$/;

/** What a parameter without a type is, by what the function does with it. */
export function kindOfParameter(
  name: string,
  type: ts.TypeNode | undefined,
  body: ts.Node | undefined,
  r: Renderer,
): Kind {
  const typed = kindOfType(type, r);
  if (typed) return typed;
  if (type) return OTHER;
  if (r.file.drivers.has(name)) return { is: 'page' };
  for (const use of r.usesIn(name, body)) {
    const { parent } = use;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === use) {
      if (DRIVER.test(parent.name.text)) return { is: 'page' };
      if (ELEMENT.test(parent.name.text)) return { is: 'locator', by: undefined };
    }
    if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) continue;
    const method = parent.expression.name.text;
    if (BY_TAKERS.test(method)) return { is: 'by', by: undefined };
    if (/^(?:element(?:Is|Text)|stalenessOf)/.test(method) && parent.arguments[0] === use)
      return { is: 'locator', by: undefined };
  }
  if (/(?:^by$|locator|selector)/i.test(name)) return { is: 'by', by: undefined };
  return OTHER;
}

const NUMERIC = /(?:timeout|index|count|number|millis|seconds|\bms)$/i;

/** The type of a parameter that JavaScript leaves open. */
export function typeOfParameter(
  node: ts.ParameterDeclaration,
  kind: Kind,
  calls: readonly (readonly ts.Expression[])[],
  at: number,
  r: Renderer,
): string {
  const known = typeOfKind(kind, r);
  if (known !== undefined) return `: ${known}`;
  if (node.initializer) return literalType(node.initializer) === undefined ? ': unknown' : '';
  if (node.dotDotDotToken) return ': string[]';
  for (const args of calls) {
    const type = args[at] && literalType(args[at]);
    if (type !== undefined) return `: ${type}`;
  }
  return ts.isIdentifier(node.name) && NUMERIC.test(node.name.text) ? ': number' : ': string';
}

/** The type of a literal; undefined for what is none. */
export function literalType(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return 'string';
  if (ts.isNumericLiteral(node)) return 'number';
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return 'boolean';
  if (ts.isArrayLiteralExpression(node)) {
    const first = node.elements[0] && literalType(node.elements[0]);
    return first === undefined ? undefined : `${first}[]`;
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const fields = node.properties.map((each) => {
    if (!ts.isPropertyAssignment(each)) return undefined;
    const type = literalType(each.initializer);
    return type === undefined ? undefined : `${each.name.getText()}: ${type}`;
  });
  return fields.includes(undefined) ? undefined : `{ ${fields.join('; ')} }`;
}

/** Type and kind of a variable that is assigned later, by what is assigned to it. */
export function inferredType(
  node: ts.VariableDeclaration,
  name: string,
  r: Renderer,
): { readonly type: string; readonly kind: Kind } {
  if (node.type) {
    const kind = kindOfType(node.type, r) ?? OTHER;
    return { type: kind.is === 'page' ? '' : r.rules.type(node.type, r), kind };
  }
  for (const use of r.usesIn(name, undefined)) {
    const { parent } = use;
    if (!ts.isBinaryExpression(parent) || parent.left !== use) continue;
    if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const literal = literalType(parent.right);
    if (literal !== undefined) return { type: literal, kind: OTHER };
    const kind = r.kindOf(parent.right);
    const type = typeOfKind(kind, r);
    if (type !== undefined)
      return { type, kind: kind.is === 'locators' ? { ...kind, of: undefined } : kind };
    if (isFunction(parent.right)) continue;
    if (/\.(?:getText|getTitle|getCurrentUrl|getAttribute)\(\S*\)$/.test(parent.right.getText()))
      return { type: 'string', kind: OTHER };
    if (['alert', 'handle', 'handles'].includes(kind.is)) return { type: '', kind };
  }
  return { type: '', kind: OTHER };
}
