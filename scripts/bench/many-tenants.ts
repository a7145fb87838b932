import { join } from 'node:path'
import { pino } from 'pino'
import { byOperator } from '../../server/src/audit/rules.ts'
import { createClient } from '../../server/src/auth/clients/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { startContext } from '../../server/src/process/start-context.ts'
import { createTenant } from '../../server/src/tenants/commands.ts'
import { basicOf } from '../scratch.ts'
import type { World } from './world.ts'

/** Tenants with the usual limits, each with a token. */
export async function createTokens(world: World, count: number, prefix = 'many'): Promise<string[]> {
  const dataDir = join(world.files.tokens, '..', 'data')
  const config = { ...readConfig({ ...process.env, DATA_DIR: dataDir }), pool_size: 3 }
  const { ctx, close } = await startContext(config, pino({ level: 'silent' }))
  const tokens: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const { tenantId } = await createTenant(ctx, { slug: `${prefix}-${number}`, create_missing_companies: true })
    const made = await createClient(ctx, tenantId, byOperator, { name: 'Load', roles: ['API_ORDER'] })
    const headers = { authorization: basicOf(made) }
    const answer = await fetch(`${world.url}/v1/auth/token`, { method: 'POST', headers })
    tokens.push(((await answer.json()) as { access_token: string }).access_token)
  }
  await close()
  return tokens
}
