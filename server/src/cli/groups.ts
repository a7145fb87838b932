import type { Command } from 'commander'

type AddGroup = (program: Command) => void

/**
 * The commands by their first word, in the order of the help. A command loads its own group only: loading all of them
 * takes longer than most commands take.
 *
 * The folder says whose it is: the installation and the operator; a tenant, its people, settings and credentials; the
 * records it works with, and how they come in; messages to and from others; the books.
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

/** Commands that are in the group of another one. */
const besides: Readonly<Record<string, string>> = { work: 'serve', restore: 'backup' }

/** Every word that a command may begin with. */
export const firstWords: readonly string[] = [...Object.keys(groups), ...Object.keys(besides)]

/** Adds the group of the command that begins with this word; all of them when no command does, or there is no word. */
export async function addGroupsFor(program: Command, word: string | undefined): Promise<void> {
  const name = word !== undefined && Object.hasOwn(besides, word) ? besides[word]! : word
  const isKnown = name !== undefined && Object.hasOwn(groups, name)
  for (const load of isKnown ? [groups[name]!] : Object.values(groups)) {
    const addGroup = await load()
    addGroup(program)
  }
}
