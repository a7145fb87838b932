import { longestBody, type MailKind, mailVariables } from '@cartage/contract/mails/app/templates'
import { msg, type Sentence } from '@cartage/contract/message'
import { Liquid, LiquidError, type Template } from 'liquidjs'

/** Tags and filters that templates may use (MAIL-2): none reads a file, includes a template or multiplies text. */
const tags = ['if', 'unless', 'case', 'for']
const filters = ['upcase', 'downcase', 'capitalize', 'strip', 'default', 'size', 'join', 'first', 'last', 'truncate']

/** Limits of a rendering: memory as Liquid counts it, milliseconds, and characters of output. */
const mostMemory = 100_000
const longestRenderMs = 2_000
const longestOutput = 50_000

const liquid = createEngine()

function createEngine(): Liquid {
  const engine = new Liquid({
    ...{ strictVariables: true, strictFilters: true, ownPropertyOnly: true, lenientIf: true },
    ...{ parseLimit: longestBody, memoryLimit: mostMemory, renderLimit: longestRenderMs },
    // Template lookups never reach the file system.
    ...{ templates: {}, dynamicPartials: false, cache: false },
  })
  for (const name of Object.keys(engine.tags)) if (!tags.includes(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!filters.includes(name)) delete engine.filters[name]
  return engine
}

/** An error in a template, with its line. */
export class TemplateFault extends Error {
  readonly sentence: Sentence

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.sentence = msg`Line ${line}: ${reason}`
  }
}

/**
 * Parses a template for a kind of e-mail: it may only use the variables of the kind, and no nested loops (MAIL-1).
 * @throws TemplateFault
 */
export function readTemplate(kind: MailKind, source: string): Template[] {
  const template = guarded(() => liquid.parse(source))
  checkNesting(template, 0)
  checkVariables(kind, template)
  return template
}

/**
 * Renders a template with values.
 * @throws TemplateFault
 */
export function renderTemplate(kind: MailKind, source: string, values: object): string {
  const template = readTemplate(kind, source)
  const text = guarded(() => liquid.renderSync(template, values)) as string
  if (text.length > longestOutput) throw new TemplateFault(1, 'The text is too long.')
  return text
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof TemplateFault) throw error
    if (!LiquidError.is(error)) throw new TemplateFault(1, (error as Error).message)
    throw new TemplateFault(lineOf(error), plainMessage(error))
  }
}

function lineOf(error: LiquidError): number {
  const begin = error.token.input.slice(0, error.token.begin)
  return begin.split('\n').length
}

/** Removes the position, which Liquid repeats in its message. */
function plainMessage(error: LiquidError): string {
  return error.message.replace(/, (?:file:.*, )?line:\d+, col:\d+$/s, '').slice(0, 200)
}

/** Nested loops multiply: three loops over lists of a hundred would take a million steps. */
function checkNesting(templates: readonly Template[], depth: number): void {
  for (const template of templates) {
    const isLoop = 'collection' in template
    if (isLoop && depth > 0) throw new TemplateFault(placeOf(template), 'A loop inside a loop is not possible.')
    checkNesting(childrenOf(template), depth + (isLoop ? 1 : 0))
  }
}

function childrenOf(template: Template): Template[] {
  const found: Template[] = []
  const walk = template.children?.(false, true)
  for (let step = walk?.next(); step; step = walk?.next()) {
    if (step.done) return [...found, ...(step.value ?? [])]
  }
  return found
}

function placeOf({ token }: Template): number {
  return token.input.slice(0, token.begin).split('\n').length
}

/** Built-in members of a loop variable. */
const loopMembers = ['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length']

function checkVariables(kind: MailKind, template: Template[]): void {
  const known = mailVariables[kind]
  const items = new Set(known.flatMap((name) => /\[\]\.(.+)$/.exec(name)?.[1] ?? []))
  const globals = new Set(known.map((name) => name.split(/[.[]/)[0]!))
  const { variables, globals: outer } = guarded(() => liquid.analyzeSync(template, { partials: false }))
  // Names outside a loop are variables of the kind; the others belong to the loop.
  for (const variable of Object.values(outer).flat()) {
    const [root, ...members] = variable.toArray().flat(5)
    if (root !== 'forloop' && !globals.has(String(root))) {
      throw new TemplateFault(variable.location.row, `${[root, ...members].join('.')} is unknown.`)
    }
  }
  for (const variable of Object.values(variables).flat()) {
    const path = variable.toArray()
    const refuse = () => {
      throw new TemplateFault(variable.location.row, `${path.flat(5).join('.')} is unknown.`)
    }
    if (path.some((part) => Array.isArray(part))) refuse()
    const [root, ...members] = path.map((part) => (typeof part === 'number' ? '[]' : String(part)))
    if (root === 'forloop') {
      if (members.length > 1 || (members[0] !== undefined && !loopMembers.includes(members[0]))) refuse()
    } else if (globals.has(root!)) {
      if (!isKnown(known, root!, members)) refuse()
    } else if (members.length > 1 || (members[0] !== undefined && !items.has(members[0]))) refuse()
  }
}

/** Whether it is a list, its size, a variable, or a member of a list item. */
function isKnown(known: readonly string[], root: string, members: readonly string[]): boolean {
  const path = [root, ...members.filter((member) => !['first', 'last', '[]'].includes(member))].join('.')
  const names = known.map((name) => name.replace('[]', ''))
  const isList = known.some((name) => name.startsWith(`${root}[]`))
  return names.includes(path) || (isList && (path === root || path === `${root}.size`))
}

/** A subject is one line without control characters (MAIL-3). */
export function subjectOf(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
