import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The project, in which the pages are files. */
export const root = join(import.meta.dirname, '../..')

/** A part of the list of pages: who reads it, and the files, in their order. */
export interface Part {
  title: string
  files: readonly string[]
}

/** Files that are shown as they are, because pages lead to them. */
export const sources: readonly string[] = ['docs/programs/post-invoices.ts', 'docs/schema.sql']

/** Names in the list where the heading of a page is that of another one as well. */
export const namesInList: Readonly<Record<string, string>> = { 'docs/errors.md': 'Error codes' }

/** Languages of guides that planners read, with their names; English is the one in the list. */
export const languages = { en: 'English', nl: 'Nederlands', fr: 'Français', de: 'Deutsch' } as const

const guides = (...names: string[]) => names.map((name) => `docs/guides/${name}.md`)
const pages = (...names: string[]) => names.map((name) => `docs/${name}.md`)

/** Every page of the site, except the other languages of a guide. A page that is in none of these fails a test. */
export function partsOfSite(): Part[] {
  return [
    {
      title: 'Plan and bill',
      files: [
        ...guides('planner.en', 'dispatch.en', 'payroll.en', 'rate-cards', 'transport-papers', 'mail-templates'),
        ...guides('send-invoices', 'receive-invoices', 'carriers-by-link', 'tracking-links', 'portal-for-customers'),
        ...pages('domain-language', 'glossary', 'states'),
      ],
    },
    {
      title: 'Connect',
      files: [
        ...guides(
          'first-order',
          'webhooks',
          'errors',
          'limits',
          'pagination',
          'telematics',
          'geocoding',
          'post-invoices',
        ),
        'client/README.md',
        ...guides('python', 'clients'),
        ...pages('errors', 'adr-names'),
      ],
    },
    {
      title: 'Operate',
      files: [
        ...guides('install', 'upgrade', 'backup', 'behind-a-proxy', 'signing-in', 'sign-in-with-a-provider', 'scale'),
        ...guides('personal-data', 'move-from-another-system'),
        ...pages('configuration', 'cli', 'reliability', 'benchmarks'),
        ...['CHANGELOG.md', 'SECURITY.md'],
      ],
    },
    { title: 'Rules', files: folder('docs/rules', 'README.md') },
    {
      title: 'Develop',
      files: [
        ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md'],
        ...pages('operations-without-a-screen', 'browser-tests', 'days'),
      ],
    },
    { title: 'Decisions', files: folder('docs/decisions') },
  ]
}

/** The files of a folder by name, with one of them first. */
function folder(path: string, first?: string): string[] {
  const names = readdirSync(join(root, path)).filter((name) => name.endsWith('.md'))
  return names
    .sort((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b))
    .map((name) => `${path}/${name}`)
}

/** The same guide in other languages, when there are any: language and file. */
export function translationsOf(file: string): { language: keyof typeof languages; file: string }[] {
  const match = /^(.+)\.(en|nl|fr|de)\.md$/.exec(file)
  if (!match) return []
  const all = (Object.keys(languages) as (keyof typeof languages)[]).map((language) => ({
    language,
    file: `${match[1]}.${language}.md`,
  }))
  return all.filter((one) => existsSync(join(root, one.file)))
}

/** Where the page of a file is on the server: `docs/guides/install.md` is `/docs/guides/install`. */
export function addressOf(file: string): string {
  const name = file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '')
  return `/docs/${name.toLowerCase()}`
}
