/** First words of the keys of queries that show transport: orders, trips, and what is done for them. */
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

/** First words of the keys of queries that show money. */
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
 * LIVE-1. For each kind of record that changes all day: the first words of the keys of the queries that may show it. A kind that
 * is not here changes seldom, and its name may be seen anywhere: all that is shown is read again. The planning board is
 * not here, because it follows orders, trips and stops one by one (`planning/live`).
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
  // Links to documents end with the user who created them.
  user: ['users', 'documents', 'audit'],
  document_link: ['documents', 'audit'],
  api_client: ['clients', 'audit'],
  sign_in_provider: ['sign-in-providers', 'audit'],
  telematics_connection: ['telematics', 'fleet', 'audit'],
}

/** Words whose queries show nothing of the records of an organisation; the session shows the organisation itself. */
const apart: ReadonlySet<string> = new Set(['session', 'organisations', 'help'])

/** Whether queries whose keys begin with this word may show a record of one of these kinds. */
export function mayShow(word: string, kinds: Iterable<string>): boolean {
  for (const kind of kinds) {
    if (word === 'session' && kind === 'tenant') return true
    if (apart.has(word)) continue
    const words = wordsOfKind[kind]
    if (words === undefined || words.includes(word)) return true
  }
  return false
}
