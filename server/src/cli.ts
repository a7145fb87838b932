import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { addAudit } from './cli/audit.ts'
import { addBackup } from './cli/backup.ts'
import { addClient } from './cli/client.ts'
import { explain } from './cli/command.ts'
import { addConfig } from './cli/config.ts'
import { addDeliveries } from './cli/deliveries.ts'
import { addDispatch } from './cli/dispatch.ts'
import { addDoctor } from './cli/doctor.ts'
import { addDocument } from './cli/document.ts'
import { addInbox } from './cli/inbox.ts'
import { addIntegration } from './cli/integration.ts'
import { addLimits } from './cli/limits.ts'
import { addLocation } from './cli/location.ts'
import { addMigrate } from './cli/migrate.ts'
import { addOpenapi } from './cli/openapi.ts'
import { addOrder } from './cli/order.ts'
import { addReceiver } from './cli/receiver.ts'
import { addResourceGroups } from './cli/resource-group.ts'
import { addSeed } from './cli/seed.ts'
import { addServe } from './cli/serve.ts'
import { addSettingGroup } from './cli/setting.ts'
import { addSubscriptionGroup } from './cli/subscription.ts'
import { addTenant } from './cli/tenant.ts'
import { addUser } from './cli/user.ts'
import { addWebhookCredential } from './cli/webhook-credential.ts'
import { version } from './operations-openapi.ts'

/** The command `cartage`: exit code 0 when it worked, 1 when it failed, 2 when it was called wrongly. */
async function main(): Promise<void> {
  const program = new Command('cartage')
  program
    .description('Open transport management service.')
    .version(version)
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', '\nSettings come from the environment; docs/configuration.md lists them.')
  const add = [addServe, addMigrate, addDoctor, addTenant, addUser, addClient, addWebhookCredential, addIntegration]
  const more = [
    addSubscriptionGroup,
    addLimits,
    addOrder,
    addDeliveries,
    addReceiver,
    addSeed,
    addOpenapi,
    addBackup,
    addConfig,
    addSettingGroup,
    addAudit,
    addResourceGroups,
    addLocation,
    addDocument,
    addDispatch,
    addInbox,
  ]
  for (const addGroup of [...add, ...more]) addGroup(program)
  exitByThrowing(program)
  try {
    await program.parseAsync()
  } catch (error) {
    fail(error)
  }
}

/** Commander would end the process itself with code 1; wrong use is code 2 here. */
function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // Commander has told about its own; one thrown by a command has not been told yet.
    if (error instanceof InvalidArgumentError) process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  const { message, code } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}

await main()
