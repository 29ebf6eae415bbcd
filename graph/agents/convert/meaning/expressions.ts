import ts from 'typescript';

import { callOf } from './calls.ts';
import { creationOf } from './instances.ts';
import type { Interpreter } from './interpreter.ts';
import { constant, describeSym, made, type Names, type Sym } from './symbols.ts';
import { added, nameOf, patternOf, truthOf } from './values.ts';

/** What an expression stands for. */
export function meaningOf(at: Interpreter, node: ts.Expression, names: Names): Sym {
  if (!at.step()) return made('too much');
  if (at.words.claim(node, at, names)) return made('assertion');
  if (ts.isStringLiteralLike(node)) return constant(node.text);
  if (ts.isNumericLiteral(node)) return constant(Number(node.text));
  if (ts.isRegularExpressionLiteral(node)) return patternOf(node.text);
  if (ts.isIdentifier(node)) return identifier(at, node, names);
  if (
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isVoidExpression(node)
  )
    return at.expression(node.expression, names);
  if (ts.isTemplateExpression(node)) return template(at, node, names);
  if (ts.isPropertyAccessExpression(node))
    return at.member(at.expression(node.expression, names), node.name.text);
  if (ts.isElementAccessExpression(node)) return indexed(at, node, names);
  if (ts.isCallExpression(node)) return callOf(at, node, names);
  if (ts.isNewExpression(node)) return creationOf(at, node, names);
  if (ts.isBinaryExpression(node)) return binary(at, node, names);
  if (ts.isPrefixUnaryExpression(node)) return prefix(at, node, names);
  if (ts.isConditionalExpression(node)) return conditional(at, node, names);
  if (ts.isArrayLiteralExpression(node))
    return { is: 'list', items: node.elements.map((each) => at.expression(each, names)) };
  if (ts.isObjectLiteralExpression(node)) return objectOf(at, node, names);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const self = names.get('this');
    return { is: 'function', node, scope: names, ...(self ? { self } : {}) };
  }
  if (ts.isClassExpression(node)) return { is: 'class', node, scope: names };
  return keyword(node, names);
}

function keyword(node: ts.Expression, names: Names): Sym {
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return constant(true);
    case ts.SyntaxKind.FalseKeyword:
      return constant(false);
    case ts.SyntaxKind.NullKeyword:
      return constant(null);
    case ts.SyntaxKind.ThisKeyword:
      return names.get('this') ?? made('this');
    default:
      return made(ts.SyntaxKind[node.kind]);
  }
}

function identifier(at: Interpreter, { text }: ts.Identifier, names: Names): Sym {
  if (text === 'undefined') return constant(undefined);
  const known = names.get(text);
  if (known && !(known.is === 'made' && known.how === 'unset' && at.words.isPage(text, '')))
    return known;
  if (at.words.isPage(text, '') && !known) return { is: 'page' };
  return at.word(text) ?? known ?? made(`name ${text}`);
}

function template(at: Interpreter, node: ts.TemplateExpression, names: Names): Sym {
  const parts: Sym[] = [constant(node.head.text)];
  for (const { expression, literal } of node.templateSpans)
    parts.push(at.expression(expression, names), constant(literal.text));
  return parts.reduce((one, two) => added(one, two));
}

function binary(at: Interpreter, node: ts.BinaryExpression, names: Names): Sym {
  const { left, right } = node;
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsToken)
    return assign(at, left, at.expression(right, names), names);
  const one = at.expression(left, names);
  const isChoice = [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ].includes(operator);
  const two = isChoice
    ? at.unsurely(() => at.expression(right, names))
    : at.expression(right, names);
  if (operator === ts.SyntaxKind.PlusToken) return added(one, two);
  if (operator === ts.SyntaxKind.CommaToken) return two;
  return made(node.operatorToken.getText(), one, two);
}

function assign(at: Interpreter, left: ts.Expression, sym: Sym, names: Names): Sym {
  const text = left.getText();
  if (ts.isIdentifier(left)) names.assign(left.text, sym);
  else if (text === 'module.exports') names.set('default', sym);
  else if (ts.isPropertyAccessExpression(left)) {
    const exported = /^(?:module\.)?exports$/.test(left.expression.getText());
    if (exported) names.set(left.name.text, sym);
    const owner = at.expression(left.expression, names);
    if (owner.is === 'object') owner.members.set(left.name.text, sym);
  } else if (ts.isArrayLiteralExpression(left) || ts.isObjectLiteralExpression(left))
    at.expression(left, names);
  return sym;
}

function prefix(at: Interpreter, node: ts.PrefixUnaryExpression, names: Names): Sym {
  const operand = at.expression(node.operand, names);
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    const truth = truthOf(operand);
    return truth === undefined ? made('!', operand) : constant(!truth);
  }
  if (
    node.operator === ts.SyntaxKind.MinusToken &&
    operand.is === 'value' &&
    typeof operand.value === 'number'
  )
    return constant(-operand.value);
  return made(ts.tokenToString(node.operator) ?? 'prefix', operand);
}

function conditional(at: Interpreter, node: ts.ConditionalExpression, names: Names): Sym {
  const condition = at.expression(node.condition, names);
  const truth = truthOf(condition);
  if (truth !== undefined) return at.expression(truth ? node.whenTrue : node.whenFalse, names);
  return at.unsurely(() =>
    made('?', condition, at.expression(node.whenTrue, names), at.expression(node.whenFalse, names)),
  );
}

function objectOf(at: Interpreter, node: ts.ObjectLiteralExpression, names: Names): Sym {
  const members = new Map<string, Sym>();
  for (const each of node.properties) {
    const name = each.name ? nameOf(each.name) : '';
    if (ts.isPropertyAssignment(each)) members.set(name, at.expression(each.initializer, names));
    else if (ts.isShorthandPropertyAssignment(each))
      members.set(name, identifier(at, each.name, names));
    else if (ts.isMethodDeclaration(each))
      members.set(name, { is: 'function', node: each, scope: names });
    else if (ts.isSpreadAssignment(each)) {
      const spread = at.expression(each.expression, names);
      if (spread.is === 'object') for (const [key, sym] of spread.members) members.set(key, sym);
    }
  }
  return { is: 'object', members };
}

function indexed(at: Interpreter, node: ts.ElementAccessExpression, names: Names): Sym {
  const owner = at.expression(node.expression, names);
  const index = at.expression(node.argumentExpression, names);
  if (owner.is === 'elements')
    return { is: 'element', chain: owner.chain, index: describeSym(index) };
  return index.is === 'value' ? at.member(owner, String(index.value)) : made('[]', owner, index);
}
