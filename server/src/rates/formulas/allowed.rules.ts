import { msg, type Sentence } from '@cartage/contract/message'
import { factOf } from '@cartage/contract/rates/app/facts'
import type { ASTNode } from '@marcbachmann/cel-js'
import { formulaFunctions, formulaLimits } from './arithmetic.rules.ts'

/** Facts that a formula reads, or why it is refused. */
export type Looked = { readonly facts: ReadonlySet<string> } | { readonly message: Sentence }

/**
 * Checks the parse tree of a formula (PRICE-31). Allowed: fact names, literals, `?:`, logic, comparison, arithmetic,
 * `in` and the seven functions. Refused: macros, methods, maps, regular expressions and floating point numbers.
 */
export function lookAt(tree: ASTNode): Looked {
  const facts = new Set<string>()
  let nodes = 0
  const look = (node: ASTNode, depth: number): Sentence | undefined => {
    nodes += 1
    if (nodes > formulaLimits.nodes) return msg`A formula has at most ${formulaLimits.nodes} parts.`
    if (depth > formulaLimits.depth) return msg`A formula is nested at most ${formulaLimits.depth} deep.`
    const name = pathOf(node)
    if (name !== undefined) return nameFault(name, facts)
    const inside = partsOf(node)
    if ('message' in inside) return inside.message
    for (const part of inside.parts) {
      const fault = look(part, depth + 1)
      if (fault) return fault
    }
    return undefined
  }
  const message = look(tree, 1)
  return message === undefined ? { facts } : { message }
}

/** Fact name in a member chain: `goods.weight_kg`, `order.custom["dossier no"]`. */
export function pathOf(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args
  if (node.op === '.') {
    const start = pathOf(node.args[0])
    return start === undefined ? undefined : `${start}.${node.args[1]}`
  }
  if (node.op !== '[]' || node.args[1].op !== 'value' || typeof node.args[1].args !== 'string') return undefined
  const start = pathOf(node.args[0])
  return start === undefined ? undefined : `${start}.${node.args[1].args}`
}

function nameFault(name: string, facts: Set<string>): Sentence | undefined {
  if (factOf(name) === undefined) return msg`There is no fact ${name.slice(0, 60)}. Choose one of the list of facts.`
  facts.add(name)
  return undefined
}

type Parts = { readonly parts: readonly ASTNode[] } | { readonly message: Sentence }

const refusedCall = msg`A formula may call ${formulaFunctions.join(', ')} and nothing else.`

/** Children of a node, if the node is allowed. */
function partsOf(node: ASTNode): Parts {
  switch (node.op) {
    case 'value':
      return literalParts(node.args)
    case '?:':
    case '||':
    case '&&':
      return { parts: node.args }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { parts: node.args }
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return sumParts(node.args)
    case '!_':
    case '-_':
      return { parts: [node.args] }
    case 'in':
      return membershipParts(node.args)
    case 'call':
      if (!(formulaFunctions as readonly string[]).includes(node.args[0])) return { message: refusedCall }
      return { parts: node.args[1] }
    case 'rcall':
      return { message: refusedCall }
    default:
      return { message: 'A formula holds no lists except behind "in", no maps, and no members of what is not a fact.' }
  }
}

function literalParts(value: unknown): Parts {
  if (typeof value === 'number') {
    return { message: msg`Write dec("${String(value)}") instead of ${String(value)}, so that it stays exact.` }
  }
  if (typeof value === 'bigint' || typeof value === 'string' || typeof value === 'boolean') return { parts: [] }
  return { message: 'A formula holds numbers, texts, true and false only.' }
}

function sumParts(sides: readonly [ASTNode, ASTNode]): Parts {
  if (sides.every(isWhole))
    return { message: 'Two whole numbers would lose their fraction: write one of them as dec("7").' }
  if (sides.some(isText)) return { message: 'A formula calculates with numbers only.' }
  return { parts: sides }
}

function isText(node: ASTNode): boolean {
  return node.op === 'value' && typeof node.args === 'string'
}

/** Whether a node is an integer, for which the language uses integer division. */
function isWhole(node: ASTNode): boolean {
  if (node.op === 'value') return typeof node.args === 'bigint'
  if (node.op === '-_') return isWhole(node.args)
  if (node.op === '?:') return isWhole(node.args[1])
  return false
}

function membershipParts([one, list]: readonly [ASTNode, ASTNode]): Parts {
  if (list.op !== 'list') {
    const name = pathOf(list)
    const isList = name !== undefined && factOf(name)?.type === 'texts'
    return isList
      ? { parts: [one, list] }
      : { message: 'Behind "in" stands a list of texts, or a fact that is a list.' }
  }
  const isLiteral = list.args.every((entry) => entry.op === 'value' && typeof entry.args === 'string')
  return isLiteral
    ? { parts: [one, ...list.args] }
    : { message: 'Behind "in" stands a list of texts, or a fact that is a list.' }
}
