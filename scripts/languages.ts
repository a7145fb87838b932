// Generates the modules that list every language from the language files (decision 0094).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const made = '// Made by `npm run generate` from contract/src/reading/languages.\n'

const Words = z.strictObject({
  days: z.string().describe('Behind a number of days.'),
  hours: z.string().describe('Behind a number of hours.'),
  closed: z.string().describe('Of a place.'),
  public_holidays: z.string(),
  loading_metres: z.string(),
  from: z.string().optional().describe('Before the time when a window begins.'),
  until: z.string().optional().describe('Before the time when a window ends.'),
  follow_order: z.string().optional().describe('Before a tracking link, in an e-mail.'),
})

/** File of a language. */
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

/** Languages with their codes, in display order. */
export type Languages = readonly (readonly [code: string, LanguageFile])[]

/**
 * Languages of the checkout.
 * @throws ZodError for an incomplete file
 */
export function readLanguages(): Languages {
  return globSync('contract/src/reading/languages/*.json', { cwd: root })
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [basename(path, '.json'), LanguageFile.parse(JSON.parse(text))] as const
    })
    .toSorted(([, one], [, other]) => one.rank - other.rank)
}

/** Generated modules by path. */
export function languageModules(languages: Languages): [path: string, text: string][] {
  const all = languages.map(([code]) => code)
  const own = languages.filter(([, { in_application }]) => in_application).map(([code]) => code)
  return [
    ['contract/src/reading/languages.ts', listModule(languages, own)],
    ...Object.entries(formsByModule).map(([name, forms]): [string, string] => [
      `contract/src/reading/forms/${name}.ts`,
      formsModule(languages, forms),
    ]),
    ['web/src/device/catalogues.ts', loaders('catalogues', own, 'Language', (code) => `../locales/${code}.po`)],
    ['web/src/doors/catalogues.ts', loaders('catalogues', all, 'DoorLanguage', (code) => `./locales/${code}.po`)],
    ['web/src/doors/driver/catalogues.ts', loaders('catalogues', all, 'DoorLanguage', (code) => `./texts/${code}.ts`)],
    ['web/src/help/planner-guides.ts', guidesModule(own)],
  ]
}

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

function listModule(languages: Languages, own: readonly string[]): string {
  const others = languages.map(([code]) => code).filter((code) => !own.includes(code))
  return `${made}
/** Languages of the application. The sources are written in the first; the others have catalogues of translations. */
export const languages = [${own.map(quoted).join(', ')}] as const
export type Language = (typeof languages)[number]

/** Languages of the pages that links open: drivers and small carriers read more than those of the application. */
export const doorLanguages = [...languages, ${others.map(quoted).join(', ')}] as const
export type DoorLanguage = (typeof doorLanguages)[number]

/** Each language in its own words. */
export const languageNames: Readonly<Record<DoorLanguage, string>> = {
${membersOf(Object.fromEntries(languages.map(([code, { name }]) => [code, name])), '  ')}}

/** The tags whose dates and numbers the pages show. */
export const languageLocales: Readonly<Record<DoorLanguage, string>> = {
${membersOf(Object.fromEntries(languages.map(([code, { locale }]) => [code, locale])), '  ')}}
`
}

/** Table of all languages for one purpose: modules are loaded separately, and most pages need only one. */
function formsModule(languages: Languages, { name, comment, type, of }: Forms): string {
  const forms = languages.flatMap(([code, file]) => {
    const form = of(file)
    return form === undefined ? [] : `  ${code}: ${form},\n`
  })
  return `${made}
/** ${comment} */
export const ${name}: Readonly<Record<string, ${type}>> = {
${forms.join('')}}
`
}

interface Forms {
  name: string
  comment: string
  type: string
  /** Source text of a language's form; undefined if it has none. */
  of: (file: LanguageFile) => string | undefined
}

const list = (...texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`

/** Tables by module. */
const formsByModule: Readonly<Record<string, Forms>> = {
  'unit-forms': {
    name: 'unitForms',
    comment: 'What stands behind a number of days, and of hours.',
    type: 'readonly [days: string, hours: string]',
    of: ({ words: { days, hours } }) => list(days, hours),
  },
  'opening-forms': {
    name: 'openingForms',
    comment: 'Words of opening hours: closed, and public holidays.',
    type: 'readonly [closed: string, holidays: string]',
    of: ({ words: { closed, public_holidays } }) => list(closed, public_holidays),
  },
  'window-forms': {
    name: 'windowForms',
    comment: 'What stands before the one end that a window has.',
    type: 'readonly [from: string, until: string]',
    of: ({ words: { from, until } }) => from && until && list(from, until),
  },
  'goods-forms': {
    name: 'loadingMetres',
    comment: 'What metres of loading are called.',
    type: 'string',
    of: ({ words: { loading_metres } }) => quoted(loading_metres),
  },
  'letter-forms': {
    name: 'followOrder',
    comment: 'What stands before a tracking link in an e-mail.',
    type: 'string',
    of: ({ words: { follow_order } }) => follow_order && quoted(follow_order),
  },
  'number-forms': {
    name: 'thousandsMark',
    comment: 'The mark that a language writes between thousands.',
    type: 'string',
    of: ({ number }) => quoted(number[1]!),
  },
  'document-forms': {
    name: 'documentForms',
    comment: 'How documents write 1234.50, and 27 November 2026: the same on every machine.',
    type: 'readonly [number: string, day: string]',
    of: ({ number, day }) => list(number, day),
  },
}

function membersOf(members: object, indent: string): string {
  const lines = Object.entries(members).map(([member, text]) => `${indent}${member}: ${quoted(text)},\n`)
  return lines.join('')
}

/** Module with a loader function for each language. */
function loaders(name: string, codes: readonly string[], type: string, pathOf: (code: string) => string): string {
  return `${made}import type { ${type} } from '@cartage/contract/reading/languages'

/** Loads the texts of a language. */
export const ${name} = {
${codes.map((code) => `  ${code}: () => import('${pathOf(code)}'),\n`).join('')}} satisfies Record<${type}, () => Promise<unknown>>
`
}

/** Planner guides, in English where a language has none. */
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
