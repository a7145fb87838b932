import { randomUUID } from 'node:crypto'
import { byOperator } from '../../audit/rules.ts'
import { setExchangeRate } from '../../books/exchange/commands.ts'
import { settingKinds } from '../../setting-kinds.ts'
import { addSetting } from '../../tenants/settings/commands.ts'
import type { SettingValues } from '../../tenants/settings/kinds.rules.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's bookkeeping records. */
export interface VictimBooks {
  billingEntityId: string
  accountId: string
  taxRateId: string
}

const rate = { exchange_rate: 0.8655, exchange_rate_date: '2026-03-02', from_currency: 'EUR', to_currency: 'GBP' }
const question = { day: '2026-03-02', customer_country: 'BE', from_country: 'BE', to_country: 'BE' }

/** Owner requests use a nonexistent billing entity, because they could change the victim's. */
function entityOf(name: string, { books, orderIdentifier }: Victim): string {
  return name === orderIdentifier ? books.billingEntityId : randomUUID()
}

/** Requests for the endpoints of the books. */
export const bookCases = {
  idsByPath: {
    '/accounts/{id}': ({ books }: Victim) => books.accountId,
    '/tax-rates/{id}': ({ books }: Victim) => books.taxRateId,
  },
  // Codes, currencies and days only filter the caller's own list.
  plainQuery: [
    'billing_entity_code',
    'from_currency',
    'to_currency',
    'exchange_rate_date:gte',
    'exchange_rate_date:lte',
    'currency',
  ],
  bodies: {
    createExchangeRate: [() => ({ ...rate, inverse_exchange_rate: 1.1554 })],
    setExchangeRate: [() => rate],
    importExchangeRates: [() => ({ csv: 'Date,USD\n2026-03-02,1.0512\n' })],
    closeBookingPeriod: [
      (name: string, victim: Victim) => ({ billing_entity_id: entityOf(name, victim), month: '2026-01' }),
    ],
    openBookingPeriod: [
      (name: string, victim: Victim) => ({
        billing_entity_id: entityOf(name, victim),
        month: '2026-01',
        reason: 'matrix',
      }),
    ],
    tryTaxRules: [(name: string, victim: Victim) => ({ ...question, billing_entity_id: entityOf(name, victim) })],
  },
}

/** A billing entity with an account, a tax rate and an exchange rate, with `word` in every text. */
export async function createVictimBooks(server: TestServer, tenant: TestTenant, word: string): Promise<VictimBooks> {
  const add = async (name: string, values: SettingValues) => {
    const kind = settingKinds.find((one) => one.kind === name)!
    const command = { tenantId: tenant.tenantId, by: byOperator, kind, kinds: settingKinds }
    return (await addSetting(server.ctx, command, values)).setting_id
  }
  const named = { code: word, name: word }
  const billingEntityId = await add('billing_entities', { ...named, legal_name: word, country: 'BE' })
  const accountId = await add('accounts', { ...named, billing_entity: word, use: 'VAT' })
  const taxRateId = await add('tax_rates', {
    ...named,
    billing_entity: word,
    invoice_type: 'SALES',
    treatment: 'STANDARD',
    percentage: 21,
    category: 'S',
    tax_type: 'VAT',
    description: word,
    valid_from: '2020-01-01',
    vat_account: word,
  })
  const quoted = {
    from_currency: 'EUR',
    to_currency: 'GBP',
    rate_date: '2026-03-01',
    rate: '0.8655',
    inverse_rate: '1.1554',
  }
  await setExchangeRate(server.ctx, { tenantId: tenant.tenantId, by: byOperator }, quoted, 'MANUAL')
  return { billingEntityId, accountId, taxRateId }
}
