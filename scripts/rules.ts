// Reads the pages of docs/rules and finds where code, tests and pages cite them. rules.test.ts holds what must be true of
// both, and `npm run generate` writes the columns of the pages that name files.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A file by its path in the repository. */
export interface Source {
  path: string
  text: string
}

/** A row of a page of rules. */
export interface Rule {
  id: string
  /** Path of its page. */
  page: string
  /** False under the heading “Not built yet”. */
  isBuilt: boolean
}

/** An id that a comment, the title of a test or a page cites. */
export interface Citation {
  id: string
  path: string
  line: number
  /** Whether it is in the title of a test: that test holds the rule. */
  isTitle: boolean
}

const ruleRow = /^\| ([A-Z]+-\d+) \| (.+?) \|/
const ids = String.raw`[A-Z]{2,8}-\d{1,3}(?:(?:, (?:and )?| and | to )[A-Z]{2,8}-\d{1,3})*`
/** In the title of a test ids come before a colon, or in brackets. */
const inTitle = new RegExp(String.raw`\b${ids}(?=:)|\(${ids}\)`, 'g')
const inBrackets = new RegExp(String.raw`\(${ids}\)`, 'g')
const anywhere = new RegExp(String.raw`(?<![\w-])${ids}(?![\w-])`, 'g')
/** What looks like the id of a rule: standards, algorithms, encodings and examples. */
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

/** Where the pages that people read are. What is in CHANGELOG.md was true once. */
const pages = ['docs/**/*.md', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md']
const code = ['{contract,server,web,client,scripts,acceptance,seeds}/**/*.{ts,tsx,sql}', '*.ts']
/** These hold ids and names of files that are wrong on purpose, or repeat what the contract says. */
const left = /^scripts\/rules\.(test\.)?ts$|^client\/src\/generated\/|^docs\/adr-names\.md$/

/** All code and all pages. */
export function readSources(): Source[] {
  return [...filesLike(code), ...filesLike(pages)]
    .filter((path) => !left.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Every path of the repository, with pictures and data. */
export function listPaths(): string[] {
  return filesLike(['**/*', '.github/**/*'])
}

function filesLike(patterns: string[]): string[] {
  const isForeign = (path: string) => /(^|\/)(node_modules|dist|\.git|\.data)(\/|$)/.test(path)
  return globSync(patterns, { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isForeign(path))
}

/** The rows of the pages of rules. */
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

/** Every citation: in comments of code, in titles of tests, and anywhere on pages. */
export function citationsOf({ path, text }: Source): Citation[] {
  if (path.endsWith('.md')) return found(text, path, anywhere, false)
  const cited = found(commentsOf(text, path.endsWith('.sql')), path, anywhere, false)
  // Descriptions of the interface cite in brackets.
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

/** `SU-1 to SU-3` means all three. */
function expand(group: string): string[] {
  return group.split(/, and |, | and /).flatMap((part) => {
    const [from, to] = part.split(' to ')
    const [family, first] = from!.split('-')
    const last = Number(to?.split('-')[1] ?? first)
    return Array.from({ length: Math.max(0, last - Number(first)) + 1 }, (_, n) => `${family}-${Number(first) + n}`)
  })
}

/** The comments of a file, each in its line; everything else is left out. */
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

/** The texts of a test file, each in its line: among them the titles of its tests. */
function titlesOf(text: string): string {
  return text.replace(/^.*$/gm, (line) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return ''
    return [...line.matchAll(/(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , words]) => words).join(' | ')
  })
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Where something is decided: code of the product and of its tools, no tests and nothing that tests share. */
function isProduct(path: string): boolean {
  return /^(contract|server|web|client|scripts)\//.test(path) && !isTest(path) && !/\/(testing|e2e)\//.test(path)
}

/** Citations of ids that no page has. */
export function unknownCitations(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  const known = new Set(rules.map(({ id }) => id))
  return citations
    .filter(({ id }) => !known.has(id) && !notRules.has(id.split('-')[0]!))
    .map(({ id, path, line }) => `${path}:${line} cites ${id}, which no page of docs/rules has.`)
}

/**
 * Rules that are not held: no test has the id in its title, no file says that it decides them, or a row is there twice.
 */
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

/** The files that decide a rule and those that test it, from what cites it. */
export function placesOf(id: string, citations: readonly Citation[]): { decidedIn: string[]; tests: string[] } {
  const cited = citations.filter((citation) => citation.id === id)
  const paths = (some: Citation[]) => [...new Set(some.map(({ path }) => path))].sort()
  return {
    decidedIn: paths(cited.filter(({ path }) => isProduct(path))),
    tests: paths(cited.filter(({ isTitle }) => isTitle)),
  }
}

/**
 * Sections of texts outside the repository. Merged migrations cite some: a table of docs/rules says where they are now.
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

/** Decisions that are cited by their number and do not exist. */
export function unknownDecisions(sources: readonly Source[]): string[] {
  const known = new Set(sources.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []))
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d{4})\b/g)]
      .filter(([, number]) => !known.has(number!))
      .map(([words]) => `${path} cites ${words}, which does not exist.`),
  )
}

/** Merged migrations never change, and the schema repeats their comments. */
function isApplied(path: string): boolean {
  return path.startsWith('server/migrations/') || path === 'docs/schema.sql'
}

/** Files and folders that pages name and that do not exist. A name is enough where it is clear: `orders/rules.ts`. */
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

/** Where the links of a page lead, as paths of the repository. */
function linksOf({ path, text }: Source): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)|(?:src|srcset)="(?![a-z]+:)([^"]+)"/g)].map(
    ([, one, other]) => posix.join(posix.dirname(path), (one ?? other)!).replace(/\/$/, ''),
  )
}

/** Names of our files in code on a page: with an extension that ours have, or folders. A URL begins with a slash. */
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

/** `{a,b}` and `*` as in a shell; a name may begin at any folder. */
function patternOf(name: string): RegExp {
  const source = name
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
  return new RegExp(`/${source}${name.endsWith('/') ? '' : '$'}`)
}

const heading = '| Id | Rule | Decided in | Tests |\n|---|---|---|---|'

/** A page of rules with the columns that name files, as the citations say. */
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

/** The pages of rules as they should be, by path. */
export function rulePages(): [string, string][] {
  const sources = readSources()
  const citations = sources.flatMap(citationsOf)
  const isTable = ({ path }: Source) => isRulePage(path) && path !== 'docs/rules/README.md'
  return sources.filter(isTable).map((page) => [page.path, withPlaces(page, citations)])
}
