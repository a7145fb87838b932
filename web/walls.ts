/** Folders of the application in order: each may import those before it, never those after it. */
export const folders = [
  // What knows no noun.
  'ui',
  'api',
  'device',
  'session',
  'shell',
  'sheets',
  'lists',
  'records',
  'map',
  // Nouns. A page imports what it shows: an order shows its trips.
  'documents',
  'papers',
  'validities',
  'settings',
  'audit',
  'verdicts',
  'links',
  'books',
  'rates',
  'charges',
  'accounting',
  'sendings',
  'mails',
  'proofs',
  'purchases',
  'invoices',
  'users',
  'credentials',
  'subscriptions',
  'deliveries',
  'events',
  'messages',
  'locations',
  'unavailabilities',
  'temperatures',
  'dispatch',
  'trips',
  'resources',
  'companies',
  'optimise',
  'orders',
  'planning',
  'fleet',
  'uploads',
  'usage',
  'retention',
  'payroll',
  'help',
  'account',
  'login',
  'start',
  // Pages that links open: a bundle of their own, which no page of the application imports.
  'doors',
] as const

/** Folders of `ui`, in order. What lies loose in `ui` comes before all of them. */
export const uiFolders = ['time', 'page', 'overlay', 'form', 'table', 'properties', 'timeline'] as const

/** Folders that hold no code of the application: texts, and the page of the API reference, which loads nothing of it. */
export const apart = ['locales', 'reference'] as const

/** The harness of the tests of pages: it imports what it needs, and only tests import it. */
export const harness = 'testing'

/** What a name ends in, and the one meaning that has everywhere. Other files are parts, called by what they export. */
export const kinds = {
  address: 'what the address of a page holds: filters, order, tabs, the open panel',
  routes: 'addresses of pages, each with the page it loads',
  page: 'what one address shows',
  tab: 'a tab of the page of a record',
  section: 'a titled part of a page or a tab',
  panel: 'one record next to the list it is in',
  list: 'rows inside a page, a tab or a panel',
  columns: 'columns of a list or a table',
  filters: 'the filters of a list',
  views: 'the named views of a list',
  dialog: 'asks before something is done, or for what it needs',
  form: 'fields that are sent together',
  queries: 'calls of the server: what is read, kept and changed',
  labels: 'codes of the contract as people read them, with their colour and icon',
} as const

export type Kind = keyof typeof kinds

/** Kinds that only these kinds may import; `router.tsx` may import any. */
export const importedOnlyBy: Partial<Record<Kind, readonly Kind[]>> = {
  routes: ['routes'],
  page: ['routes'],
  tab: ['page', 'tab'],
}

/** Kinds that show nothing, and so import none that does. */
export const silentKinds: readonly Kind[] = ['address', 'queries', 'labels']

/** Most product files of a folder, not counting the folders in it. A guide: no file is merged or split for it. */
export const mostFiles = 25

/** Most lines of a function: what fits on a screen. */
export const mostLines = 80

/** Functions that may be longer, as `path: name`, each with the reason. */
export const longFunctions: Readonly<Record<string, string>> = {}

/** Kinds that have a test in process: it imports the file, or opens it as `testedThrough` (tested-through.ts) says. */
export const testedKinds: readonly Kind[] = [
  'page',
  'tab',
  'section',
  'panel',
  'list',
  'columns',
  'filters',
  'dialog',
  'form',
]

/** Folders where every file of these kinds has a test in process; in `ui` every part has one. */
export const testedFolders: readonly (typeof folders)[number][] = [
  'ui',
  'session',
  'shell',
  'lists',
  'records',
  'documents',
  'papers',
  'validities',
  'settings',
  'rates',
  'accounting',
  'sendings',
  'proofs',
  'purchases',
  'audit',
  'invoices',
  'users',
  'deliveries',
  'unavailabilities',
  'dispatch',
  'trips',
  'resources',
  'optimise',
  'orders',
  'planning',
  'fleet',
  'credentials',
  'subscriptions',
  'events',
  'messages',
  'locations',
  'companies',
  'uploads',
  'usage',
  'retention',
  'payroll',
  'help',
  'account',
  'login',
  'start',
  'doors',
]
