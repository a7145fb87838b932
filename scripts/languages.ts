// Modules that name every language, made from the files of languages (decision 0094).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const made = '// Made by `npm run generate` from contract/src/reading/languages.\n'

const Words = z.strictObject({
  day: z.string().describe('Behind a number of days.'),
  hour: z.string().describe('Behind a number of hours.'),
  closed: z.string().describe('Of a place.'),
  public_holidays: z.string(),
  loading_metres: z.string(),
  from: z.string().optional().describe('Before the time when a window begins.'),
  until: z.string().optional().describe('Before the time when a window ends.'),
  follow_order: z.string().optional().describe('Before a tracking link, in an e-mail.'),
})

/** The file of a language. */
export const LanguageFile = z
  .strictObject({
    name: z.string().describe('In the language itself.'),
    locale: z.string().describe('Tag whose dates and numbers the pages show.'),
    rank: z.int().describe('Place in lists.'),
    in_application: z
      .boolean()
      .describe('Whether the application and the documents have it, or the pages of links alone.'),
    number: z
      .string()
      .regex(/^1.234.50$/)
      .describe('How 1234.50 is written on documents.'),
    day: z
      .string()
      .regex(/27.*2026/)
      .describe('How 27 November 2026 is written on documents.'),
    words: Words,
  })
  .refine(
    ({ in_application, words: { from, until, follow_order } }) => !in_application || (from && until && follow_order),
    {
      error: 'from, until and follow_order are needed in the application',
    },
  )
type LanguageFile = z.output<typeof LanguageFile>

/** Languages with their codes, in the order of lists. */
export type Languages = readonly (readonly [code: string, LanguageFile])[]

/** The languages of the checkout. @throws ZodError for a file that lacks something */
export function readLanguages(): Languages {
  return globSync('contract/src/reading/languages/*.json', { cwd: root })
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [basename(path, '.json'), LanguageFile.parse(JSON.parse(text))] as const
    })
    .toSorted(([, one], [, other]) => one.rank - other.rank)
}

/** The modules by path. */
export function languageModules(languages: Languages): [path: string, text: string][] {
  const all = languages.map(([code]) => code)
  const own = languages.filter(([, { in_application }]) => in_application).map(([code]) => code)
  return [
    ['contract/src/reading/languages.ts', listModule(languages, own)],
    ['web/src/device/catalogues.ts', loaders('catalogues', own, 'Language', (code) => `../locales/${code}.po`)],
    ['web/src/doors/catalogues.ts', loaders('catalogues', all, 'DoorLanguage', (code) => `./locales/${code}.po`)],
    ['web/src/doors/driver/catalogues.ts', loaders('catalogues', all, 'DoorLanguage', (code) => `./texts/${code}.ts`)],
    ['web/src/help/planner-guides.ts', guidesModule(own)],
  ]
}

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

function listModule(languages: Languages, own: readonly string[]): string {
  const others = languages.map(([code]) => code).filter((code) => !own.includes(code))
  const facts = languages.map(([code, { name, locale, number, day, words }]) => {
    const lines = (members: object, indent: string) =>
      Object.entries(members)
        .map(([member, text]) => `${indent}${member}: ${quoted(text)},\n`)
        .join('')
    return `  ${code}: {\n${lines({ name, locale, number, day }, '    ')}    words: {\n${lines(words, '      ')}    },\n  },\n`
  })
  return `${made}
/** Languages of the application. The sources are written in the first; the others have catalogues of translations. */
export const languages = [${own.map(quoted).join(', ')}] as const
export type Language = (typeof languages)[number]

/** Languages of the pages that links open: drivers and small carriers read more than those of the application. */
export const doorLanguages = [...languages, ${others.map(quoted).join(', ')}] as const
export type DoorLanguage = (typeof doorLanguages)[number]

/** How a language is called and written. */
export interface LanguageFacts {
  /** In the language itself. */
  readonly name: string
  /** Tag whose dates and numbers the pages show. */
  readonly locale: string
  /** How documents write 1234.50, and 27 November 2026: the same on every machine. */
  readonly number: string
  readonly day: string
  readonly words: Readonly<Record<'day' | 'hour' | 'closed' | 'public_holidays' | 'loading_metres', string>> & {
    readonly from?: string
    readonly until?: string
    readonly follow_order?: string
  }
}

/** What is known of each language. */
export const languageFacts: Readonly<Record<DoorLanguage, LanguageFacts>> = {
${facts.join('')}}

/** The facts of the language of a tag such as \`de-AT\`; those of English for one that is unknown. */
export function factsOf(tag: string): LanguageFacts {
  const code = tag.slice(0, 2).toLowerCase()
  return Object.hasOwn(languageFacts, code) ? languageFacts[code as DoorLanguage] : languageFacts.en
}
`
}

/** A module with a function for each language that loads a file. */
function loaders(name: string, codes: readonly string[], type: string, pathOf: (code: string) => string): string {
  return `${made}import type { ${type} } from '@cartage/contract/reading/languages'

/** Loads the texts of a language. */
export const ${name} = {
${codes.map((code) => `  ${code}: () => import('${pathOf(code)}'),\n`).join('')}} satisfies Record<${type}, () => Promise<unknown>>
`
}

/** Guides for planners, in English where a language has none. */
function guidesModule(codes: readonly string[]): string {
  const names = ['planner', 'dispatch', 'payroll']
  const fileOf = (name: string, code: string) => {
    const own = `docs/guides/${name}.${code}.md`
    return existsSync(join(root, own)) ? own : `docs/guides/${name}.en.md`
  }
  const guideOf = (name: string) =>
    `  ${name}: {\n${codes.map((code) => `    ${code}: () => import('../../../${fileOf(name, code)}?raw'),\n`).join('')}  },\n`
  return `${made}import type { Language } from '@cartage/contract/reading/languages'

type InEachLanguage = Readonly<Record<Language, () => Promise<{ default: string }>>>

/** Guides for planners by the name in the address, in the language of the reader; loaded when they are opened. */
export const plannerGuides: Readonly<Record<string, InEachLanguage>> = {
${names.map(guideOf).join('')}}
`
}
