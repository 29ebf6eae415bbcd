import ts from 'typescript';

import { isName, type Unmarked } from './unmarked-in-template.ts';

/** Two words, or one with a capital letter: what a person would read as a text. */
const READABLE = /\p{L}{2} \p{L}{2}|^\p{Lu}\p{Ll}+[.…]?$/u;
/** What is thrown at developers, or names a thing for them. */
const FOR_DEVELOPERS = /^(?:Error|TypeError|RangeError|InjectionToken)$/;

/** The templates written in a file of code: of each component, its text. */
export function templatesIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteralLike(node.initializer) &&
      node.name.getText(source) === 'template'
    )
      found.push(node.initializer.text);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

/** The texts of a file of code that are not marked for translation. */
export function unmarkedInCode(source: ts.SourceFile, place: string): Unmarked[] {
  const found: Unmarked[] = [];
  const judge = (node: ts.Node, text: string): void => {
    if (!READABLE.test(text) || isName(text)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ place: `${place}:${line + 1}`, text });
  };
  const visit = (node: ts.Node): void => {
    if (isNoText(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === '$localize') {
      // What is put into a marked text is judged by itself.
      if (ts.isTemplateExpression(node.template))
        for (const span of node.template.templateSpans) visit(span.expression);
      return;
    }
    if (ts.isStringLiteralLike(node)) judge(node, node.text);
    if (ts.isTemplateExpression(node))
      judge(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join('…'),
      );
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

/** Whether nothing in it is shown: decorators, imports, types, comparisons, errors for developers. */
function isNoText(node: ts.Node): boolean {
  return (
    ts.isDecorator(node) ||
    ts.isImportDeclaration(node) ||
    ts.isTypeNode(node) ||
    (ts.isBinaryExpression(node) &&
      [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
        node.operatorToken.kind,
      )) ||
    (ts.isNewExpression(node) && FOR_DEVELOPERS.test(node.expression.getText()))
  );
}
