// Parses the pages of docs/rules and finds their citations in code, tests and pages. rules.test.ts checks both, and
// `npm run generate` writes the file columns of the pages.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A file by its path in the repository. */
export interface Source {
  path: string
  text: string
}

/** Rule: a row of a rules page. */
export interface Rule {
  id: string
  /** Path of its page. */
  page: string
  /** False under the heading “Not built yet”. */
  isBuilt: boolean
}

/** Rule id cited in a comment, test title or page. */
export interface Citation {
  id: string
  path: string
  line: number
  /** Whether it is in a test title: that test verifies the rule. */
  isTitle: boolean
}

const ruleRow = /^\| ([A-Z]+-\d+) \| (.+?) \|/
const ids = String.raw`[A-Z]{2,8}-\d{1,3}(?:(?:, (?:and )?| and | to )[A-Z]{2,8}-\d{1,3})*`
/** In test titles, ids precede a colon or are in brackets. */
const inTitle = new RegExp(String.raw`\b${ids}(?=:)|\(${ids}\)`, 'g')
const inBrackets = new RegExp(String.raw`\(${ids}\)`, 'g')
const anywhere = new RegExp(String.raw`(?<![\w-])${ids}(?![\w-])`, 'g')
/** Names that look like rule ids: standards, algorithms, encodings and examples. */
const notRules = new Set([
  'AES',
  'BG',
  'BR',
  'BT',
  'CP',
  'DD',
  'HMAC',
  'ISO',
  'LGPL',
  'MIT',
  'MPL',
  'OFL',
  'SHA',
  'UTF',
])

/** Readable pages. CHANGELOG.md is historical and excluded. */
const pages = ['docs/**/*.md', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md']
const code = ['{contract,server,web,client,scripts,acceptance,seeds}/**/*.{ts,tsx,sql}', '*.ts']
/** Files with deliberately wrong ids and file names, or with copies of the contract. */
const left = /^scripts\/rules\.(test\.)?ts$|^client\/src\/generated\/|^docs\/adr-names\.md$/

/** All code and pages. */
export function readSources(): Source[] {
  return [...filesLike(code), ...filesLike(pages)]
    .filter((path) => !left.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Every path of the repository, including images and data. */
export function listPaths(): string[] {
  return filesLike(['**/*', '.github/**/*'])
}

function filesLike(patterns: string[]): string[] {
  const isForeign = (path: string) => /(^|\/)(node_modules|dist|\.git|\.data)(\/|$)/.test(path)
  return globSync(patterns, { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isForeign(path))
}

/** Rows of the rules pages. */
export function rulesOf(sources: readonly Source[]): Rule[] {
  return sources
    .filter(({ path }) => isRulePage(path))
    .flatMap(({ path, text }) => {
      let isBuilt = true
      return text.split('\n').flatMap((line) => {
        if (line.startsWith('## ')) isBuilt = line !== '## Not built yet'
        const id = ruleRow.exec(line)?.[1]
        return id === undefined ? [] : [{ id, page: path, isBuilt }]
      })
    })
}

/** Whether a file is a page of rules. */
export function isRulePage(path: string): boolean {
  return path.startsWith('docs/rules/')
}

/** Every citation: in code comments, in test titles, and anywhere on pages. */
export function citationsOf({ path, text }: Source): Citation[] {
  if (path.endsWith('.md')) return found(text, path, anywhere, false)
  const cited = found(commentsOf(text, path.endsWith('.sql')), path, anywhere, false)
  // Interface descriptions cite in brackets.
  return isTest(path)
    ? [...cited, ...found(titlesOf(text), path, inTitle, true)]
    : [...cited, ...found(withoutComments(text), path, inBrackets, false)]
}

function found(text: string, path: string, pattern: RegExp, isTitle: boolean): Citation[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(pattern)].flatMap(([group]) =>
        expand(group.replace(/[()]/g, '')).map((id) => ({ id, path, line: at + 1, isTitle })),
      ),
    )
}

/** `SU-1 to SU-3` expands to all three. */
function expand(group: string): string[] {
  return group.split(/, and |, | and /).flatMap((part) => {
    const [from, to] = part.split(' to ')
    const [family, first] = from!.split('-')
    const last = Number(to?.split('-')[1] ?? first)
    return Array.from({ length: Math.max(0, last - Number(first)) + 1 }, (_, n) => `${family}-${Number(first) + n}`)
  })
}

/** Comments of a file on their lines; everything else is blanked. */
function commentsOf(text: string, isSql: boolean): string {
  if (isSql) return text.replace(/^.*$/gm, (line) => /(?:^|\s)--(.*)/.exec(line)?.[1] ?? '')
  let isInside = false
  return text.replace(/^.*$/gm, (line) => {
    const begins = !isInside && /(?:^|\s|\{)\/\*/.exec(line)
    const from = isInside ? 0 : begins ? begins.index : /(?:^|\s)\/\/\s/.exec(line)?.index
    if (begins) isInside = true
    if (isInside && line.indexOf('*/', from) >= 0) isInside = false
    return from === undefined ? '' : line.slice(from)
  })
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\*|\/\*|--).*$/gm, '')
}

/** Texts of a test file on their lines, including its test titles. */
function titlesOf(text: string): string {
  return text.replace(/^.*$/gm, (line) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return ''
    return [...line.matchAll(/(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , words]) => words).join(' | ')
  })
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Files that can decide a rule: product and tool code, without tests and test helpers. */
function isProduct(path: string): boolean {
  return /^(contract|server|web|client|scripts)\//.test(path) && !isTest(path) && !/\/(testing|e2e)\//.test(path)
}

/** Citations of unknown ids. */
export function unknownCitations(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  const known = new Set(rules.map(({ id }) => id))
  return citations
    .filter(({ id }) => !known.has(id) && !notRules.has(id.split('-')[0]!))
    .map(({ id, path, line }) => `${path}:${line} cites ${id}, which no page of docs/rules has.`)
}

/** Rules without proof: no test title has the id, no file decides it, or its row is duplicated. */
export function rulesWithoutProof(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  return rules.flatMap((rule, at) => {
    const { id, page, isBuilt } = rule
    const { decidedIn, tests } = placesOf(id, citations)
    const faults = []
    if (rules.findIndex((other) => other.id === id) !== at) faults.push(`${page}: ${id} is there twice.`)
    if (isBuilt && tests.length === 0) faults.push(`${page}: no title of a test cites ${id}.`)
    if (isBuilt && decidedIn.length === 0) faults.push(`${page}: no comment of the product cites ${id}.`)
    return faults
  })
}

/** Files that decide a rule and files that test it, from their citations. */
export function placesOf(id: string, citations: readonly Citation[]): { decidedIn: string[]; tests: string[] } {
  const cited = citations.filter((citation) => citation.id === id)
  const paths = (some: Citation[]) => [...new Set(some.map(({ path }) => path))].sort()
  return {
    decidedIn: paths(cited.filter(({ path }) => isProduct(path))),
    tests: paths(cited.filter(({ isTitle }) => isTitle)),
  }
}

/**
 * Citations of sections outside the repository. Some merged migrations have them: a table in docs/rules maps these to
 * current rules.
 */
export function foreignCitations(sources: readonly Source[]): string[] {
  const homes = sources.filter(({ path }) => isRulePage(path)).flatMap(({ text }) => text.match(/^\| .*? \|/gm) ?? [])
  const isHome = (section: string) => homes.some((cell) => cell.includes(section))
  const foreign =
    /reliability(?: design)? \d[\d., ]*\d|client-compat \d+|performance, section \d|contract section \d+|decisions: ["“]|['"`]\d+\.\d+: /g
  return sources.flatMap(({ path, text }) =>
    isRulePage(path)
      ? []
      : [...text.matchAll(foreign)]
          .flatMap(([words]) =>
            words.split(/(?<=reliability.*), /).map((part, at) => (at === 0 ? part : `reliability design ${part}`)),
          )
          .filter((section) => !(isApplied(path) && isHome(section)))
          .map((section) => `${path} cites “${section}”, which is not in the repository.`),
  )
}

/** Cited decision numbers that do not exist. */
export function unknownDecisions(sources: readonly Source[]): string[] {
  const known = new Set(sources.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []))
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d{4})\b/g)]
      .filter(([, number]) => !known.has(number!))
      .map(([words]) => `${path} cites ${words}, which does not exist.`),
  )
}

/** Merged migrations never change, and the schema dump repeats their comments. */
function isApplied(path: string): boolean {
  return path.startsWith('server/migrations/') || path === 'docs/schema.sql'
}

/** Files and folders named on pages that do not exist. A partial path suffices if it is unique: `orders/rules.ts`. */
export function missingFiles(sources: readonly Source[], paths: readonly string[]): string[] {
  const all = paths.map((path) => `/${path}`)
  const isThere = (name: string) => {
    const pattern = patternOf(name)
    return all.some((path) => pattern.test(path))
  }
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((page) => {
      const linked = linksOf(page).filter((target) => !all.some((path) => `${path}/`.startsWith(`/${target}/`)))
      const named = namesOf(page.text).filter((name) => !isThere(name))
      return [...new Set([...linked, ...named])].map((name) => `${page.path} names ${name}, which does not exist.`)
    })
}

/** Link targets of a page, as repository paths. */
function linksOf({ path, text }: Source): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)|(?:src|srcset)="(?![a-z]+:)([^"]+)"/g)].map(
    ([, one, other]) => posix.join(posix.dirname(path), (one ?? other)!).replace(/\/$/, ''),
  )
}

/** File names in code on a page: with a known extension, or folders. URLs start with a slash. */
function namesOf(text: string): string[] {
  const inCode = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([words]) => words).join('\n')
  const names =
    inCode.match(/(?<![\w./@:*{}<>$~-])[\w*{][\w./*{},-]*(?:\.(?:ts|tsx|sql|md|po)|\/)(?![\w/.<*{-])/g) ?? []
  return names.filter(
    (name) =>
      !/NNNN|^(https?|node_modules|dist)\b/.test(name) &&
      (/\.\w+$/.test(name) || /^(contract|server|web|docs|scripts|acceptance|seeds|bin|src)\//.test(name)),
  )
}

/** `{a,b}` and `*` as in a shell; a name may start at any folder. */
function patternOf(name: string): RegExp {
  const source = name
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
  return new RegExp(`/${source}${name.endsWith('/') ? '' : '$'}`)
}

const heading = '| Id | Rule | Decided in | Tests |\n|---|---|---|---|'

/** Rules page with its file columns filled from the citations. */
export function withPlaces(page: Source, citations: readonly Citation[]): string {
  return page.text.replace(/^\| Id \| Rule \|.*\n\|---.*$/gm, heading).replace(/^\| [A-Z]+-\d+ \|.*$/gm, (line) => {
    const [, id, sentence] = ruleRow.exec(line)!
    const { decidedIn, tests } = placesOf(id!, citations)
    return `| ${id} | ${sentence} | ${listed(decidedIn)} | ${listed(tests)} |`
  })
}

function listed(paths: readonly string[]): string {
  if (paths.length === 0) return '–'
  return paths.map((path) => `[${path}](../../${path})`).join('<br>')
}

/** Expected rules pages, by path. */
export function rulePages(): [string, string][] {
  const sources = readSources()
  const citations = sources.flatMap(citationsOf)
  const isTable = ({ path }: Source) => isRulePage(path) && path !== 'docs/rules/README.md'
  return sources.filter(isTable).map((page) => [page.path, withPlaces(page, citations)])
}
