/** The part of Babel's nodes that is looked at. */
interface Node {
  type: string
  [member: string]: unknown
}

interface CallPath {
  node: Node & { callee: Node; arguments: Node[] }
  replaceWith(node: Node): void
  getFunctionParent(): unknown
  scope: { getBinding(name: string): { path: { node: Node } } | undefined }
  addComment(type: 'leading', content: string): void
}

/** What an endpoint says for readers of the reference, and its schemas: the server checks what it is sent. */
const unusedMembers = ['summary', 'description', 'params', 'query', 'headers', 'body', 'response']

/**
 * A plugin of Babel that leaves out of the contract what browsers do not use: the prose of its schemas, and schemas that
 * only the server checks. The types stay whole, because they are gone before.
 */
export function leanContract() {
  return {
    name: 'lean-contract',
    visitor: {
      CallExpression: {
        exit(path: CallPath, { filename }: { filename: string | undefined }) {
          if (filename?.includes('/contract/src/')) makeLean(path)
        },
      },
    },
  }
}

function makeLean(path: CallPath): void {
  const { callee } = path.node
  if (callee.type === 'MemberExpression' && ['describe', 'meta'].includes(nameOf(callee.property))) {
    path.replaceWith(callee.object as Node)
    return
  }
  if (nameOf(callee) === 'endpoint') dropMembers(path.node.arguments[0], path.scope)
  // Outside of functions a call only makes a schema: without a reader it may go.
  if (path.getFunctionParent() === null) path.addComment('leading', '#__PURE__')
}

/** Takes them out of an object, and out of those it spreads: what endpoints of a file share. */
function dropMembers(given: Node | undefined, scope: CallPath['scope']): void {
  if (given?.type === 'TSAsExpression') dropMembers(given.expression as Node, scope)
  if (given?.type !== 'ObjectExpression') return
  const properties = given.properties as Node[]
  for (const { type, argument } of properties) {
    if (type === 'SpreadElement') dropMembers(scope.getBinding(nameOf(argument))?.path.node.init as Node, scope)
  }
  given.properties = properties.filter(({ key }) => !unusedMembers.includes(nameOf(key)))
}

function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string }
  return type === 'Identifier' ? (name ?? '') : ''
}
