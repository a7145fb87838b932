import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { entriesOf, keyOf, translations } from '../server/src/languages/catalogue.ts'
import { labelSources } from '../server/src/languages/labels.ts'

const root = join(import.meta.dirname, '..')

/** Code with user-facing texts. The command line, and responses to partners' programs, are English. */
const folders = ['server/src/**/*.ts', 'contract/src/**/*.ts']
const left = [
  /\.test\.ts$/,
  /^server\/src\/(cli|db|jobs|testing)\//,
  /^server\/src\/inbound\/(?!inbox)/,
  /^contract\/src\/(client|message)\.ts$/,
]

/** User-facing sentence of the server, as written in the sources. */
export interface Sentence {
  /** Label of a document or letter; undefined for a sentence. */
  context?: string
  /** English, with `{0}` for values. */
  pattern: string
  /** Expressions of the values in the code. */
  values: string[]
  /** Path and line. */
  place: string
  /** Whether it can be translated: a sentence with values must be marked with `msg`. */
  isMarked: boolean
}

/** All sentences: those marked with `msg`, and every text of a member, variable or parameter named `message`. */
export function sentencesOfSources(): Sentence[] {
  const paths = folders.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const files = new Map(
    paths.filter((path) => !left.some((rule) => rule.test(path))).map((path) => [path, readSource(path)]),
  )
  return [...files.values()].flatMap((file) => sentencesIn(file, positionsFor(file, files)))
}

/** Labels that documents and letters print, from every file with labels. */
export async function labelsOfSources(): Promise<Sentence[]> {
  for (const path of globSync('server/src/**/*.ts', { cwd: root })) {
    const isTest = path.endsWith('.test.ts')
    if (!isTest && /= labelsOf[<(]/.test(readFileSync(join(root, path), 'utf8'))) await import(join(root, path))
  }
  return labelSources().map(({ context, text }) => ({
    context,
    pattern: text,
    values: [],
    place: context,
    isMarked: true,
  }))
}

/** Syntax node members used here; most nodes have only a few of them. */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  operator?: string
  id?: Node
  init?: Node
  key?: Node
  tag?: Node
  quasi?: Node
  callee?: Node
  source?: Node
  local?: Node
  imported?: Node
  left?: Node
  right?: Node
  consequent?: Node
  alternate?: Node
  params?: Node[]
  arguments?: Node[]
  specifiers?: Node[]
  quasis?: Node[]
  expressions?: Node[]
}

interface SourceFile {
  path: string
  text: string
  nodes: Node[]
  /** Parameter positions of messages in this file's functions, by function name. */
  takers: ReadonlyMap<string, number>
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const nodes: Node[] = []
  const program: object = parseSync(path, text).program
  collect(program as Node, nodes)
  return { path, text, nodes, takers: new Map(nodes.flatMap(takerOf)) }
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') collect(child as Node, nodes)
    }
  }
}

const isMessage = (name: unknown) => name === 'message' || name === 'error' || name === 'words'

function takerOf(node: Node): [string, number][] {
  const created = node.type === 'VariableDeclarator' ? node.init : node
  const name = node.id?.name
  if (name === undefined || !/^(FunctionDeclaration|ArrowFunctionExpression)$/.test(created?.type ?? '')) return []
  const at = created!.params!.findIndex((param) => isMessage(param.name))
  return at < 0 ? [] : [[name, at]]
}

/** Functions with a message parameter, by their name in this file: its own and imported ones. */
function positionsFor(file: SourceFile, files: ReadonlyMap<string, SourceFile>): Map<string, number> {
  const positions = new Map(file.takers)
  for (const node of file.nodes.filter(({ type }) => type === 'ImportDeclaration')) {
    const from = files.get(join(dirname(file.path), String(node.source!.value)))
    for (const { imported, local } of node.specifiers ?? []) {
      const at = from?.takers.get(imported?.name ?? '')
      if (at !== undefined) positions.set(local!.name!, at)
    }
  }
  return positions
}

function sentencesIn(file: SourceFile, positions: ReadonlyMap<string, number>): Sentence[] {
  const marked = file.nodes.filter((node) => node.type === 'TaggedTemplateExpression' && node.tag!.name === 'msg')
  const plain = file.nodes.flatMap((node) => textsIn(messageOf(node, positions)))
  return [...marked.map((node) => [node.quasi!, true] as const), ...plain.map((node) => [node, false] as const)]
    .map(([node, isSaid]) => sentenceOf(file, node, isSaid))
    .filter(({ pattern }) => /\p{Ll}/u.test(pattern.replace(/\{\d+\}/g, '')))
}

/** Message expression of a node. */
function messageOf(node: Node, positions: ReadonlyMap<string, number>): Node | undefined {
  if (node.type === 'Property' && isMessage(node.key!.name)) return node.value as Node
  if (node.type === 'VariableDeclarator' && isMessage(node.id!.name)) return node.init
  if (node.type === 'CallExpression') return node.arguments![positions.get(node.callee!.name ?? '') ?? -1]
  return undefined
}

/** Possible texts of an expression. */
function textsIn(node: Node | null | undefined): Node[] {
  if (!node) return []
  if (node.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)]
  if (node.type === 'LogicalExpression') return [...textsIn(node.left), ...textsIn(node.right)]
  const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  return isText || (node.type === 'BinaryExpression' && node.operator === '+') ? [node] : []
}

function sentenceOf(file: SourceFile, node: Node, isSaid: boolean): Sentence {
  const { path, text } = file
  const place = `${path}:${text.slice(0, node.start).split('\n').length}`
  if (node.type === 'Literal') return { pattern: String(node.value), values: [], place, isMarked: true }
  if (node.type === 'BinaryExpression') {
    const [left, right] = [sentenceOf(file, node.left!, isSaid), sentenceOf(file, node.right!, isSaid)]
    return { pattern: left.pattern + right.pattern, values: [], place, isMarked: left.isMarked && right.isMarked }
  }
  if (node.type !== 'TemplateLiteral') return { pattern: '', values: [], place, isMarked: false }
  const pieces = node.quasis!.map(({ value }) => (value as { cooked: string }).cooked)
  const pattern = pieces.map((piece, at) => (at === 0 ? piece : `{${at - 1}}${piece}`)).join('')
  const values = node.expressions!.map(({ start, end }) => text.slice(start, end))
  return { pattern, values, place, isMarked: isSaid || values.length === 0 }
}

/** Catalogue of a language with exactly these sentences; existing translations stay, new ones are empty. */
export function catalogueText(language: string, before: string, sentences: readonly Sentence[]): string {
  const known = new Map(entriesOf(before).map(({ id, context, translation }) => [keyOf(id, context), translation]))
  const byKey = Map.groupBy(sentences, ({ pattern, context }) => keyOf(pattern, context))
  const blocks = [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, [first]]) => {
      const { pattern, context, values } = first!
      const notes = values.map((value, at) => `#. {${at}} is ${value.replace(/\s+/g, ' ')}\n`).join('')
      const head = context === undefined ? '' : `msgctxt ${JSON.stringify(context)}\n`
      return `${notes}${head}msgid ${JSON.stringify(pattern)}\nmsgstr ${JSON.stringify(known.get(key) ?? '')}\n`
    })
  const head = `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`
  return [head, ...blocks].join('\n')
}

/** Updates the catalogues of the server's texts. */
export async function writeCatalogues(): Promise<void> {
  const sentences = [...(await labelsOfSources()), ...sentencesOfSources()]
  for (const language of translations) {
    const path = join(root, 'server/texts', `${language}.po`)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
    writeFileSync(path, catalogueText(language, before, sentences))
  }
}
