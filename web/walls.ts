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
  // Nouns. A page imports what it shows: an order shows its trips.
  'documents',
  'validities',
  'settings',
  'audit',
  'users',
  'credentials',
  'subscriptions',
  'deliveries',
  'events',
  'messages',
  'locations',
  'unavailabilities',
  'dispatch',
  'trips',
  'resources',
  'companies',
  'orders',
  'uploads',
  'usage',
  'help',
  'account',
  'login',
  'start',
] as const

/** Folders of `ui`, in order. What lies loose in `ui` comes before all of them. */
export const uiFolders = ['time', 'page', 'overlay', 'form', 'table', 'properties', 'lanes'] as const

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
  words: 'codes of the contract as people read them, with their colour and icon',
} as const

export type Kind = keyof typeof kinds

/** Kinds that only these kinds may import; `router.tsx` may import any. */
export const importedOnlyBy: Partial<Record<Kind, readonly Kind[]>> = {
  routes: ['routes'],
  page: ['routes'],
  tab: ['page', 'tab'],
}

/** Kinds that show nothing, and so import none that does. */
export const silentKinds: readonly Kind[] = ['address', 'queries', 'words']

/** Most product files of a folder, not counting the folders in it. A guide: no file is merged or split for it. */
export const mostFiles = 25
