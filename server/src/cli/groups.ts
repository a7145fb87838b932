import type { Command } from 'commander'

type AddGroup = (program: Command) => void

/**
 * The commands by their first word, in the order of the help. A command loads its own group only: loading all of them
 * takes longer than most commands take.
 */
const groups: Readonly<Record<string, () => Promise<AddGroup>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  distribute: async () => (await import('./distribute.ts')).addDistribute,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  tenant: async () => (await import('./tenant.ts')).addTenant,
  user: async () => (await import('./user.ts')).addUser,
  client: async () => (await import('./client.ts')).addClient,
  'webhook-credential': async () => (await import('./webhook-credential.ts')).addWebhookCredential,
  integration: async () => (await import('./integration.ts')).addIntegration,
  subscription: async () => (await import('./subscription.ts')).addSubscriptionGroup,
  limits: async () => (await import('./limits.ts')).addLimits,
  order: async () => (await import('./order.ts')).addOrder,
  upload: async () => (await import('./upload.ts')).addUpload,
  deliveries: async () => (await import('./deliveries.ts')).addDeliveries,
  receiver: async () => (await import('./receiver.ts')).addReceiver,
  import: async () => (await import('./import.ts')).addImport,
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  seed: async () => (await import('./seed.ts')).addSeed,
  openapi: async () => (await import('./openapi.ts')).addOpenapi,
  backup: async () => (await import('./backup.ts')).addBackup,
  config: async () => (await import('./config.ts')).addConfig,
  setting: async () => (await import('./setting.ts')).addSettingGroup,
  key: async () => (await import('./key.ts')).addKey,
  canary: async () => (await import('./canary.ts')).addCanary,
  audit: async () => (await import('./audit.ts')).addAudit,
  'resource-group': async () => (await import('./resource-group.ts')).addResourceGroups,
  location: async () => (await import('./location.ts')).addLocation,
  'exchange-rate': async () => (await import('./exchange-rate.ts')).addExchangeRate,
  money: async () => (await import('./money.ts')).addMoney,
  invoice: async () => (await import('./invoice.ts')).addInvoice,
  ledger: async () => (await import('./ledger.ts')).addLedger,
  document: async () => (await import('./document.ts')).addDocument,
  dispatch: async () => (await import('./dispatch.ts')).addDispatch,
  inbox: async () => (await import('./inbox.ts')).addInbox,
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
