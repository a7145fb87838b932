import type { Command } from 'commander'

type AddGroup = (program: Command) => void

/**
 * The commands by their first word, in the order of the help. A command loads only its own group: loading all of them
 * takes longer than most commands take.
 *
 * The folders group them by subject: the installation and the operator; a tenant with its people, settings and
 * credentials; records and their import; messages; the books.
 */
const groups: Readonly<Record<string, () => Promise<AddGroup>>> = {
  serve: async () => (await import('./installation/serve.ts')).addServe,
  migrate: async () => (await import('./installation/migrate.ts')).addMigrate,
  distribute: async () => (await import('./installation/distribute.ts')).addDistribute,
  doctor: async () => (await import('./installation/doctor.ts')).addDoctor,
  tenant: async () => (await import('./tenants/tenant.ts')).addTenant,
  user: async () => (await import('./tenants/user.ts')).addUser,
  client: async () => (await import('./tenants/client.ts')).addClient,
  'webhook-credential': async () => (await import('./tenants/webhook-credential.ts')).addWebhookCredential,
  integration: async () => (await import('./installation/integration.ts')).addIntegration,
  subscription: async () => (await import('./messages/subscription.ts')).addSubscriptionGroup,
  limits: async () => (await import('./tenants/limits.ts')).addLimits,
  order: async () => (await import('./records/order.ts')).addOrder,
  upload: async () => (await import('./records/upload.ts')).addUpload,
  deliveries: async () => (await import('./messages/deliveries.ts')).addDeliveries,
  receiver: async () => (await import('./messages/receiver.ts')).addReceiver,
  import: async () => (await import('./records/import.ts')).addImport,
  simulate: async () => (await import('./records/simulate.ts')).addSimulate,
  seed: async () => (await import('./records/seed.ts')).addSeed,
  openapi: async () => (await import('./installation/openapi.ts')).addOpenapi,
  backup: async () => (await import('./installation/backup.ts')).addBackup,
  config: async () => (await import('./tenants/config.ts')).addConfig,
  setting: async () => (await import('./tenants/setting.ts')).addSettingGroup,
  key: async () => (await import('./installation/key.ts')).addKey,
  canary: async () => (await import('./installation/canary.ts')).addCanary,
  audit: async () => (await import('./tenants/audit.ts')).addAudit,
  'resource-group': async () => (await import('./tenants/resource-group.ts')).addResourceGroups,
  location: async () => (await import('./records/location.ts')).addLocation,
  'exchange-rate': async () => (await import('./books/exchange-rate.ts')).addExchangeRate,
  money: async () => (await import('./books/money.ts')).addMoney,
  invoice: async () => (await import('./books/invoice.ts')).addInvoice,
  ledger: async () => (await import('./books/ledger.ts')).addLedger,
  document: async () => (await import('./records/document.ts')).addDocument,
  dispatch: async () => (await import('./messages/dispatch.ts')).addDispatch,
  inbox: async () => (await import('./messages/inbox.ts')).addInbox,
}

/** Commands defined in the group of another one. */
const besides: Readonly<Record<string, string>> = { work: 'serve', restore: 'backup' }

/** Every valid first word of a command. */
export const firstWords: readonly string[] = [...Object.keys(groups), ...Object.keys(besides)]

/** Adds the group of the command with this first word; all groups if there is none. */
export async function addGroupsFor(program: Command, word: string | undefined): Promise<void> {
  const name = word !== undefined && Object.hasOwn(besides, word) ? besides[word]! : word
  const isKnown = name !== undefined && Object.hasOwn(groups, name)
  for (const load of isKnown ? [groups[name]!] : Object.values(groups)) {
    const addGroup = await load()
    addGroup(program)
  }
}
