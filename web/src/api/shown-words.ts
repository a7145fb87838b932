/** Query key prefixes for transport: orders, trips and related records. */
const transport = [
  'orders',
  'uploads',
  'trips',
  'planning',
  'planning-conflicts',
  'planning-driving',
  'planning-offers',
  'optimisations',
  'dispatch',
  'map',
  'day',
  'start',
  'standstills',
  'counts',
  'documents',
  'mails',
  'messages',
  'companies',
  'locations',
  'resources',
  'events',
  'deliveries',
  'audit',
] as const

/** Query key prefixes for money. */
const money = [
  'charges',
  'orders-to-invoice',
  'money',
  'margin',
  'invoices',
  'drafts',
  'invoice-runs',
  'purchases',
  'purchase',
  'receivables',
  'tasks',
  'sendings',
  'reminders',
  'ledger',
  'money-checks',
  'books',
] as const

const work = [...transport, ...money]

/**
 * LIVE-1. Query key prefixes that may show each frequently changed record kind. Other kinds change rarely and may
 * appear anywhere, so that all active queries are refetched. The planning board is not listed: it follows orders, trips
 * and stops individually (`planning/live`).
 */
const wordsOfKind: Readonly<Record<string, readonly string[]>> = {
  order: work,
  upload: transport,
  stop: work,
  trip: work,
  dispatch: transport,
  booking: transport,
  document: [...work, 'validities'],
  position: ['map'],
  charge: [...money, 'orders', 'trips', 'counts', 'day', 'start', 'standstills', 'audit'],
  invoice: [...money, ...transport],
  credit_note: [...money, ...transport],
  task: [...money, 'standstills', 'counts', 'audit'],
  inbox_item: [...transport, 'purchases'],
  message: ['messages', 'counts', 'standstills'],
  planning_command: ['planning', 'audit'],
  planning_optimisation: ['optimisations', 'audit'],
  saved_view: ['saved-views', 'audit'],
  mail: [...transport, 'sendings'],
  delivery: ['deliveries', 'events', 'subscriptions', 'counts', 'standstills', 'audit'],
  // Document links end together with the user who created them.
  user: ['users', 'documents', 'audit'],
  document_link: ['documents', 'audit'],
  api_client: ['clients', 'audit'],
  sign_in_provider: ['sign-in-providers', 'audit'],
  telematics_connection: ['telematics', 'fleet', 'audit'],
}

/** Keys that show no records of an organisation, except the session, which shows the organisation itself. */
const apart: ReadonlySet<string> = new Set(['session', 'organisations', 'help'])

/** Whether queries with this key prefix may show a record of one of these kinds. */
export function mayShow(word: string, kinds: Iterable<string>): boolean {
  for (const kind of kinds) {
    if (word === 'session' && kind === 'tenant') return true
    if (apart.has(word)) continue
    const words = wordsOfKind[kind]
    if (words === undefined || words.includes(word)) return true
  }
  return false
}
