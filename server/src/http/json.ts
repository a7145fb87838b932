import { errorItem, Problem } from './problem.ts'

const deepest = 32
const mostMembers = 10_000
const longestArray = 2_000

/**
 * Parses a request body and refuses what PostgreSQL or a reader downstream would choke on: U+0000, lone
 * surrogates, numbers that are not finite or not exact, too deep or too many members (reliability design 2.18).
 * @throws Problem body_not_json (400), validation_failed (422)
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('body_not_json')
  }
  const fault = findFault(value)
  if (fault) {
    const item = errorItem(fault.path, fault.message, fault.detail)
    throw new Problem('validation_failed', { message: fault.message, errors: [item] })
  }
  return value
}

interface Fault {
  path: string
  message: string
  detail: string
}

interface Walk {
  members: number
}

function findFault(value: unknown): Fault | undefined {
  return inspect(value, '', 1, { members: 0 })
}

function inspect(value: unknown, path: string, depth: number, walk: Walk): Fault | undefined {
  if (typeof value === 'string') return inspectText(value, path)
  if (typeof value === 'number') return inspectNumber(value, path)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > deepest)
    return { path: '', message: `The body is nested deeper than ${deepest} levels.`, detail: 'too_deep' }
  return Array.isArray(value) ? inspectArray(value, path, depth, walk) : inspectObject(value, path, depth, walk)
}

function inspectArray(list: unknown[], path: string, depth: number, walk: Walk): Fault | undefined {
  if (list.length > longestArray) {
    return { path, message: `A list may have at most ${longestArray} entries.`, detail: 'too_long' }
  }
  for (let index = 0; index < list.length; index += 1) {
    const fault = inspect(list[index], join(path, String(index)), depth + 1, walk)
    if (fault) return fault
  }
  return undefined
}

function inspectObject(object: object, path: string, depth: number, walk: Walk): Fault | undefined {
  for (const [name, member] of Object.entries(object)) {
    walk.members += 1
    if (walk.members > mostMembers) {
      return { path: '', message: `The body has more than ${mostMembers} members.`, detail: 'too_many_members' }
    }
    if (name === '__proto__')
      return { path, message: 'The member name __proto__ is not allowed.', detail: 'forbidden_name' }
    const fault = inspectText(name, path) ?? inspect(member, join(path, name), depth + 1, walk)
    if (fault) return fault
  }
  return undefined
}

function inspectText(text: string, path: string): Fault | undefined {
  if (text.includes('\u0000'))
    return { path, message: 'Text may not contain the character U+0000.', detail: 'nul_character' }
  if (!text.isWellFormed())
    return { path, message: 'Text contains half a character (a lone surrogate).', detail: 'lone_surrogate' }
  return undefined
}

function inspectNumber(value: number, path: string): Fault | undefined {
  if (!Number.isFinite(value)) return { path, message: 'The number is too large.', detail: 'not_finite' }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return {
      path,
      message: 'Whole numbers beyond 9007199254740991 lose digits. Send text instead.',
      detail: 'not_exact',
    }
  }
  return undefined
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
