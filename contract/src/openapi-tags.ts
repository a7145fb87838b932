/** Operation groups of the API reference, in display order, with names and descriptions. */
export const tags = [
  { name: 'auth', 'x-displayName': 'Access tokens', description: 'Access tokens of API clients.' },
  { name: 'me', 'x-displayName': 'Current user', description: 'Who sends the request, and with which roles.' },
  {
    name: 'orders',
    'x-displayName': 'Orders',
    description: 'Uploading, reading and exporting orders; [how to begin](/help?guide=first-order).',
  },
  { name: 'charges', 'x-displayName': 'Charges', description: 'What an order costs or earns.' },
  { name: 'trips', 'x-displayName': 'Trips', description: 'Trips with their stops and resources.' },
  { name: 'documents', 'x-displayName': 'Documents', description: 'Uploading and downloading files.' },
  {
    name: 'validities',
    'x-displayName': 'Certificates',
    description: 'Certificates, licences and insurance, with the dates from and until which they are valid.',
  },
  { name: 'companies', 'x-displayName': 'Companies', description: 'Customers and subcontractors.' },
  {
    name: 'unavailabilities',
    'x-displayName': 'Unavailability',
    description: 'Periods in which a resource cannot be planned.',
  },
  {
    name: 'events',
    'x-displayName': 'Events',
    description:
      'The log of events, to read instead of webhooks or in addition to them; [what each has](/help?guide=webhooks).',
  },
  { name: 'resources', 'x-displayName': 'Resources', description: 'Drivers, vehicles, trailers and containers.' },
  { name: 'resource-groups', 'x-displayName': 'Resource groups', description: 'Resources that are planned together.' },
  {
    name: 'inbound-webhooks',
    'x-displayName': 'Incoming webhooks',
    description:
      'Messages that other systems send to Cartage, with webhook credentials: [reports](/help?guide=webhooks) and ' +
      '[invoices of suppliers](/help?guide=receive-invoices).',
  },
  {
    name: 'outbound-webhooks',
    'x-displayName': 'Outgoing webhooks',
    description:
      'Messages that Cartage sends to webhook endpoints; [how to verify and sort them](/help?guide=webhooks).',
  },
  {
    name: 'accounting',
    'x-displayName': 'Accounting',
    description:
      'Documents to post, payments, accounts, tax rates and exchange rates; ' +
      '[a program that posts documents](/help?guide=post-invoices).',
  },
  { name: 'tasks', 'x-displayName': 'Tasks', description: 'Work that other systems take over.' },
]
