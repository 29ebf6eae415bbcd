import ts from 'typescript';

/** Whether an identifier means a value, rather than naming a member or what is declared. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node;
  if (ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent))
    return parent.initializer === node;
  return !(
    (ts.isFunctionLike(parent) && parent.name === node) ||
    ts.isClassLike(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeReferenceNode(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isMetaProperty(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  );
}

/** Whether an operator assigns: `=`, `+=` and their like. */
export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
