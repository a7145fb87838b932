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
  'papers',
  'validities',
  'settings',
  'books',
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

/** Most lines of a function: what fits on a screen. */
export const mostLines = 80

/** Functions that may be longer, as `path: name`, each with the reason. */
export const longFunctions: Readonly<Record<string, string>> = {}

/** Kinds that have a test in process: it imports the file, or opens it as `testedThrough` says. */
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
  'audit',
  'users',
  'deliveries',
  'unavailabilities',
  'dispatch',
  'trips',
  'resources',
  'orders',
  'credentials',
  'subscriptions',
  'events',
  'messages',
  'locations',
  'companies',
  'uploads',
  'usage',
  'help',
  'account',
  'login',
  'start',
]

/** Files that a test draws without importing them, such as a page by its route, each with that test. */
export const testedThrough: Readonly<Record<string, string>> = {
  'account/recovery-codes.dialog.tsx': 'account/account.page.test.tsx',
  'account/second-factor.section.tsx': 'account/account.page.test.tsx',
  'account/sessions.section.tsx': 'account/account.page.test.tsx',
  'audit/entries.list.tsx': 'audit/list.page.test.tsx',
  'audit/list.filters.tsx': 'audit/list.page.test.tsx',
  'audit/list.page.tsx': 'audit/list.page.test.tsx',
  'companies/company.page.tsx': 'companies/company.page.test.tsx',
  'companies/list.columns.tsx': 'companies/list.page.test.tsx',
  'companies/list.page.tsx': 'companies/list.page.test.tsx',
  'companies/peek.panel.tsx': 'companies/list.page.test.tsx',
  'companies/tabs/billing.section.tsx': 'companies/company.page.test.tsx',
  'companies/tabs/documents.tab.tsx': 'companies/company.page.test.tsx',
  'companies/tabs/orders.tab.tsx': 'companies/company.page.test.tsx',
  'companies/tabs/properties.tab.tsx': 'companies/company.page.test.tsx',
  'companies/tabs/sides.section.tsx': 'companies/company.page.test.tsx',
  'companies/tabs/validities.tab.tsx': 'companies/company.page.test.tsx',
  'credentials/create.dialog.tsx': 'credentials/client.dialog.test.tsx',
  'credentials/credentials.list.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/list.columns.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/remove.dialog.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/rotate.dialog.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/scope.dialog.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/scope.form.tsx': 'credentials/webhooks.page.test.tsx',
  'credentials/secret.dialog.tsx': 'credentials/clients.page.test.tsx',
  'credentials/webhooks.page.tsx': 'credentials/webhooks.page.test.tsx',
  'deliveries/list.page.tsx': 'deliveries/list.page.test.tsx',
  'documents/list.columns.tsx': 'documents/documents.test.tsx',
  'documents/list.page.tsx': 'documents/documents.test.tsx',
  'documents/missing-proofs.list.tsx': 'documents/documents.test.tsx',
  'events/event.panel.tsx': 'events/list.page.test.tsx',
  'events/list.columns.tsx': 'events/list.page.test.tsx',
  'events/list.page.tsx': 'events/list.page.test.tsx',
  'help/help.page.tsx': 'help/help.page.test.tsx',
  'locations/list.columns.tsx': 'locations/list.page.test.tsx',
  'locations/list.page.tsx': 'locations/list.page.test.tsx',
  'locations/location.page.tsx': 'locations/location.page.test.tsx',
  'locations/merge-into.dialog.tsx': 'locations/list.page.test.tsx',
  'locations/tabs/properties.tab.tsx': 'locations/location.page.test.tsx',
  'locations/tabs/uses.tab.tsx': 'locations/location.page.test.tsx',
  'login/accept.page.tsx': 'login/outside.test.tsx',
  'login/forgot.page.tsx': 'login/outside.test.tsx',
  'login/login.page.tsx': 'login/outside.test.tsx',
  'messages/inbox.columns.tsx': 'messages/list.page.test.tsx',
  'messages/inbox.list.tsx': 'messages/list.page.test.tsx',
  'messages/list.columns.tsx': 'messages/list.page.test.tsx',
  'messages/list.page.tsx': 'messages/list.page.test.tsx',
  'messages/message.panel.tsx': 'messages/list.page.test.tsx',
  'messages/messages.list.tsx': 'messages/list.page.test.tsx',
  'orders/entry/entry.form.tsx': 'orders/entry/entry.page.test.tsx',
  'orders/entry/entry.page.tsx': 'orders/entry/entry.page.test.tsx',
  'orders/entry/stop.form.tsx': 'orders/entry/entry.page.test.tsx',
  'orders/list.page.tsx': 'orders/list.page.test.tsx',
  'orders/order.page.tsx': 'orders/order.page.test.tsx',
  'orders/peek.panel.tsx': 'orders/list.page.test.tsx',
  'orders/tabs/charges.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/documents.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/events.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/goods.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/history.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/overview.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/raw.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/scans.tab.tsx': 'orders/order.page.test.tsx',
  'orders/tabs/trips.tab.tsx': 'orders/order.page.test.tsx',
  'papers/print.dialog.tsx': 'papers/print.dialog.test.tsx',
  'resources/groups/group.dialog.tsx': 'resources/groups/list.page.test.tsx',
  'resources/groups/list.page.tsx': 'resources/groups/list.page.test.tsx',
  'resources/groups/members.list.tsx': 'resources/groups/list.page.test.tsx',
  'resources/list.columns.tsx': 'resources/list.page.test.tsx',
  'resources/list.page.tsx': 'resources/list.page.test.tsx',
  'resources/peek.panel.tsx': 'resources/list.page.test.tsx',
  'resources/resource.page.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/belongs.section.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/documents.tab.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/groups.tab.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/now.section.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/trips.tab.tsx': 'resources/resource.page.test.tsx',
  'resources/tabs/validities.tab.tsx': 'resources/resource.page.test.tsx',
  'settings/configuration.page.tsx': 'settings/settings.page.test.tsx',
  'settings/entries.columns.tsx': 'settings/reference.page.test.tsx',
  'settings/entries.list.tsx': 'settings/reference.page.test.tsx',
  'settings/entry.dialog.tsx': 'settings/reference.page.test.tsx',
  'settings/form/schema.form.tsx': 'settings/organisation.page.test.tsx',
  'settings/limits.page.tsx': 'settings/settings.page.test.tsx',
  'settings/organisation.page.tsx': 'settings/organisation.page.test.tsx',
  'settings/reference.page.tsx': 'settings/reference.page.test.tsx',
  'settings/settings.page.tsx': 'settings/settings.page.test.tsx',
  'start/standstills.page.tsx': 'start/start.page.test.tsx',
  'start/start.page.tsx': 'start/start.page.test.tsx',
  'subscriptions/auth.form.tsx': 'subscriptions/endpoint.form.test.tsx',
  'subscriptions/channel.form.tsx': 'subscriptions/endpoint.form.test.tsx',
  'subscriptions/list.page.tsx': 'subscriptions/list.page.test.tsx',
  'subscriptions/test.section.tsx': 'subscriptions/endpoint.panel.test.tsx',
  'trips/list.columns.tsx': 'trips/list.page.test.tsx',
  'trips/list.page.tsx': 'trips/list.page.test.tsx',
  'trips/peek.panel.tsx': 'trips/list.page.test.tsx',
  'trips/tabs/overview.tab.tsx': 'trips/trip.page.test.tsx',
  'trips/tabs/raw.tab.tsx': 'trips/trip.page.test.tsx',
  'trips/trip.page.tsx': 'trips/trip.page.test.tsx',
  'unavailabilities/calendar/calendar.page.tsx': 'unavailabilities/calendar/calendar.page.test.tsx',
  'unavailabilities/calendar/filters.tsx': 'unavailabilities/calendar/calendar.page.test.tsx',
  'unavailabilities/import/import.page.tsx': 'unavailabilities/import/import.page.test.tsx',
  'uploads/list.columns.tsx': 'uploads/list.page.test.tsx',
  'uploads/list.filters.tsx': 'uploads/list.page.test.tsx',
  'uploads/list.page.tsx': 'uploads/list.page.test.tsx',
  'usage/usage.page.tsx': 'usage/usage.page.test.tsx',
  'users/list.columns.tsx': 'users/list.page.test.tsx',
  'users/list.page.tsx': 'users/list.page.test.tsx',
  'users/user.dialog.tsx': 'users/list.page.test.tsx',
}
