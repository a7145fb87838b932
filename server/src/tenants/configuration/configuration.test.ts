import { documentSubjects } from '@cartage/contract/tenants/app/kinds'
import { defaultPlanningLimits } from '@cartage/contract/tenants/app/planning-limits'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { settingKinds } from '../../setting-kinds.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { takeNumbers } from '../numbers/store.ts'
import { applyConfiguration, diffConfiguration, readConfiguration } from './commands.ts'
import { differencesText } from './differences.rules.ts'
import type { ConfigFile } from './rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const read = (tenant: TestTenant) => readConfiguration(server.ctx, tenant.tenantId, settingKinds)
const diff = (tenant: TestTenant, file: unknown) => diffConfiguration(server.ctx, tenant.tenantId, settingKinds, file)
const apply = (tenant: TestTenant, file: unknown) =>
  applyConfiguration(server.ctx, tenant.tenantId, byOperator, settingKinds, file)

/** A file after a round trip through JSON. */
const written = (file: ConfigFile) => JSON.parse(JSON.stringify(file)) as ConfigFile

/** Codes of a file by kind, in any order. */
const codesOf = ({ settings = {} }: Pick<ConfigFile, 'settings'>) =>
  Object.fromEntries(settingKinds.map(({ kind }) => [kind, settings[kind]!.map((values) => values.code).sort()]))

const code = fc.stringMatching(/^[A-Z][A-Z0-9]{0,2}$/)
const name = fc.stringMatching(/^[A-Za-zé'"<>&|]{1,8}$/)
const rank = fc.integer({ min: 0, max: 3 })
const measure = fc.option(fc.double({ min: 0.01, max: 99, noNaN: true }), { nil: undefined })
const named = { code, name, rank }
const listOf = <Value extends { code: string }>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(value, { maxLength: 4, selector: (one) => one.code })

const sizes = listOf(fc.record({ code, name, length_m: measure, width_m: measure, pallet_spaces: measure }))
const lists = fc.record({
  transport_services: listOf(fc.record(named)),
  service_levels: listOf(fc.record(named)),
  import_configurations: listOf(
    fc.record({
      ...named,
      create_missing_companies: fc.option(fc.boolean(), { nil: null }),
      accept_requested_price: fc.boolean(),
    }),
  ),
  packaging_types: listOf(fc.record({ ...named, export_alias: fc.option(name, { nil: null }), sizes })),
  container_types: listOf(fc.record({ ...named, iso_code: fc.constantFrom(null, '22G1', '45R1') })),
  custom_activities: listOf(fc.record({ code, label: name, rank })),
  // RES-10: several entries may share a code, even identical ones.
  extras: fc.array(fc.record({ ...named, description: fc.option(name, { nil: null }) }), { maxLength: 6 }),
  document_types: listOf(fc.record({ ...named, subject_types: fc.subarray([...documentSubjects]) })),
  charge_types: listOf(
    fc.record({
      ...named,
      name_nl: fc.option(name, { nil: '' }),
      sides: fc.constantFrom(['SALES'], ['SALES', 'COST']),
      role: fc.constantFrom('BASE', 'SURCHARGE'),
      first_approval: fc.constantFrom(null, 'TO_REQUEST'),
      account_overrides: fc.array(
        fc.record({
          ...{ side: fc.constantFrom('SALES', 'COST'), tax_category: fc.constantFrom(null, 'AE') },
          ...{ department: fc.option(code, { nil: null }), account: code },
        }),
        { maxLength: 2 },
      ),
    }),
  ),
  reminder_levels: listOf(
    fc.record({
      code: named.code,
      name: named.name,
      days_overdue: fc.integer({ min: 1, max: 90 }),
      text: fc.constant('Please pay.'),
      text_nl: fc.constantFrom('', 'Gelieve te betalen.'),
    }),
  ),
  company_groups: listOf(fc.record({ ...named, companies: fc.constantFrom([], ['C1'], ['C1', 'C2']) })),
  departments: listOf(fc.record(named)),
  planning_groups: listOf(fc.record(named)),
  // RES-7: neither code nor name is unique.
  resource_groups: fc.array(fc.record({ code: fc.option(code, { nil: null }), name }), { maxLength: 5 }),
  billing_entities: fc
    .uniqueArray(fc.record({ ...named, legal_name: name, vat_number: name }), {
      minLength: 1,
      maxLength: 3,
      selector: (one) => one.code,
    })
    .map((entities) => entities.map((entity, index) => ({ ...entity, is_default: index === 0 }))),
})

/** Accounts and tax rates of a billing entity; a rate may refer to the VAT account of the same one. */
const booksOf = (billing_entity: string) => ({
  accounts: listOf(
    fc.record({ ...named, billing_entity: fc.constant(billing_entity), use: fc.constantFrom('VAT', 'COST') }),
  ).map((accounts) => [
    { ...vatAccount, billing_entity },
    ...accounts.filter(({ code: one }) => one !== vatAccount.code),
  ]),
  tax_rates: listOf(
    fc.record({
      ...named,
      billing_entity: fc.constant(billing_entity),
      invoice_type: fc.constantFrom('SALES', 'PURCHASE'),
      treatment: fc.constantFrom('STANDARD', 'EXPORT'),
      percentage: fc.constantFrom(0, 5.5, 21),
      category: fc.constantFrom('S', 'E'),
      tax_type: fc.constantFrom('VAT', 'TRANSIT'),
      valid_from: fc.constantFrom('2026-01-01', '2020-02-29'),
      valid_to: fc.constantFrom(null, '2030-12-31'),
      vat_account: fc.constantFrom(null, vatAccount.code),
    }),
  ),
})
const vatAccount = { code: 'VAT', name: 'VAT', rank: 0, use: 'VAT' }

const configurations = lists.chain((settings) =>
  fc
    .record({
      settings: fc.record({
        question_path_keys:
          settings.document_types.length === 0
            ? fc.constant([])
            : listOf(
                fc.record({
                  ...named,
                  document_type: fc.constantFrom(...settings.document_types.map((type) => type.code)),
                  default_file_name: fc.constantFrom('POD.pdf', 'CMR.jpeg'),
                }),
              ),
        number_ranges: listOf(
          fc.record({
            ...named,
            applies_to: fc.constantFrom('TRIP', 'INVOICE'),
            billing_entity: fc.constantFrom(null, ...settings.billing_entities.map((entity) => entity.code)),
            is_gapless: fc.boolean(),
            year_style: fc.constantFrom('SHORT', 'FULL'),
            restarts_yearly: fc.boolean(),
          }),
          // Unique prefixes: ranges with the same appearance are refused.
        ).map((ranges) => ranges.map((range) => ({ ...range, prefix: range.code }))),
        ...booksOf(settings.billing_entities[0]!.code),
      }),
      tenant: fc.record({
        time_zone: fc.constantFrom('Europe/Brussels', 'Europe/Lisbon', 'UTC'),
        locale: fc.constantFrom('en', 'nl-BE'),
        currency: fc.constantFrom('EUR', 'PLN'),
        create_missing_companies: fc.boolean(),
        resource_events_at_dispatch: fc.boolean(),
        dispatch_draft_minutes: fc.constantFrom(null, 0, 45),
        dispatch_answer_minutes: fc.constantFrom(1, 120, 600),
        accepts_record_ids: fc.boolean(),
        booking_dates: fc.boolean(),
        structured_invoices: fc.subarray(['BE', 'DE', 'FR', 'PL']),
        cost_allocation: fc.constantFrom('LDM_KM', 'EQUAL', 'REVENUE'),
        second_factor_from: fc.constantFrom(null, '2126-01-31'),
        document_link_days: fc.constantFrom(null, 1, 30),
        purchase_tolerance: fc.constantFrom({ percentage: '1', amount: '5.00' }, { percentage: '2.5', amount: '0' }),
        planning_limits: fc.constantFrom(defaultPlanningLimits, { ...defaultPlanningLimits, over_weight: 'WARN' }),
        limits: fc.constantFrom(null, { general: [], token: [{ seconds: 60, requests: 9 }] }),
      }),
    })
    .map((rest) => ({ cartage_config: 1, tenant: rest.tenant, settings: { ...settings, ...rest.settings } })),
)

describe('an exported configuration', () => {
  test('applied to its own tenant changes nothing; applied to another makes that tenant’s export equal', async () => {
    const [one, other] = [await server.tenant(), await server.tenant()]
    await fc.assert(
      fc.asyncProperty(configurations, configurations, async (given, elsewhere) => {
        await Promise.all([apply(one, given), apply(other, elsewhere)])
        const file = written(await read(one))
        expect(codesOf(file)).toEqual(codesOf(given))
        expect(await apply(one, file)).toEqual([])
        await apply(other, file)
        expect(JSON.stringify(await read(other))).toBe(JSON.stringify(file))
        expect(await diff(other, file)).toEqual([])
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  test('contains codes and no ids, and every kind', async () => {
    const file = await read(await server.tenant())
    expect(Object.keys(file.settings ?? {})).toEqual(settingKinds.map(({ kind }) => kind))
    const text = JSON.stringify(file)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(text).not.toContain('_id"')
    expect(text).toContain('"document_type":"PROOF_OF_DELIVERY"')
  })

  test('leaves counters unchanged: numbers continue where they were', async () => {
    const tenant = await server.tenant()
    const range = { code: 'INV', name: 'Invoices', applies_to: 'INVOICE', prefix: 'I' }
    const file = { cartage_config: 1, settings: { number_ranges: [range] } }
    await apply(tenant, file)
    const take = () => tenant.asTenant((tx) => takeNumbers(tx, 'INV', '2026-01-01', 1))
    await take()
    await apply(tenant, { cartage_config: 1, settings: { number_ranges: [] } })
    await apply(tenant, file)
    expect(await take()).toEqual(['I2'])
  })
})

describe('applying a file', () => {
  test('adds, changes, archives and restores, and reports this', async () => {
    const tenant = await server.tenant()
    const changed = {
      cartage_config: 1,
      settings: {
        service_levels: [
          { code: 'EXPRESS', name: 'Fast' },
          { code: 'N', name: 'New' },
        ],
      },
    }
    const differences = await diff(tenant, changed)
    expect(differencesText(differences).split('\n')).toEqual([
      'service_levels',
      '  + N',
      '      code: "N"',
      '      name: "New"',
      '      rank: 0',
      '  ~ EXPRESS',
      '      name: "Express" -> "Fast"',
      '  - STANDARD  (archived)',
    ])
    expect(await apply(tenant, changed)).toEqual(differences)
    const before = { cartage_config: 1, settings: { service_levels: [{ code: 'STANDARD', name: 'Standard' }] } }
    const back = await apply(tenant, before)
    expect(back.map(({ action, name: entry }) => `${action} ${entry}`)).toEqual([
      'restored STANDARD',
      'archived EXPRESS',
      'archived N',
    ])
  })

  test('a file with one setting of the tenant leaves the others unchanged', async () => {
    const tenant = await server.tenant()
    await apply(tenant, { cartage_config: 1, tenant: { intermodal_status: true } })
    const before = await read(tenant)
    await apply(tenant, { cartage_config: 1, tenant: { time_zone: 'Europe/Paris' } })
    expect(await read(tenant)).toEqual({ ...before, tenant: { ...before.tenant, time_zone: 'Europe/Paris' } })
    expect(before.tenant).toMatchObject({ intermodal_status: true })
  })

  test('keeps kinds that it does not contain', async () => {
    const tenant = await server.tenant()
    const before = await read(tenant)
    expect(await apply(tenant, { cartage_config: 1 })).toEqual([])
    await apply(tenant, { cartage_config: 1, tenant: { currency: 'PLN' } })
    expect(await read(tenant)).toEqual({ ...before, tenant: { ...before.tenant, currency: 'PLN' } })
  })

  test('archives a document type together with the keys that use it', async () => {
    const tenant = await server.tenant()
    const settings = {
      document_types: [{ code: 'NEW', name: 'New' }],
      question_path_keys: [{ code: 'POD', name: 'POD', document_type: 'NEW', default_file_name: 'POD.pdf' }],
    }
    await apply(tenant, { cartage_config: 1, settings })
    const keys = (await read(tenant)).settings!.question_path_keys!
    expect(keys.find((key) => key.code === 'POD')).toMatchObject({ document_type: 'NEW' })
  })

  test('makes another billing entity the default, even when the old one is archived', async () => {
    const tenant = await server.tenant()
    const entities = (...codes: string[]) => ({
      cartage_config: 1,
      settings: {
        billing_entities: codes.map((one, index) => ({
          code: one,
          name: one,
          legal_name: one,
          is_default: index === 0,
        })),
      },
    })
    const current = async () =>
      (await read(tenant))
        .settings!.billing_entities!.filter((entity) => entity.is_default)
        .map((entity) => entity.code)
    for (const codes of [['B', 'MAIN'], ['C'], ['MAIN', 'C'], ['C', 'MAIN'], ['MAIN', 'B']]) {
      await apply(tenant, entities(...codes))
      expect(await current()).toEqual([codes[0]])
    }
  })
})

describe('an invalid file', () => {
  const settings = (given: object) => ({ cartage_config: 1, settings: given })
  const wrong: [string, unknown, RegExp][] = [
    ['is no configuration', [], /must be an object/],
    ['is of another version', { cartage_config: 2 }, /cartage_config: must be one of 1/],
    ['has an unknown kind', settings({ colours: [] }), /settings: has the unknown member colours/],
    [
      'has a spelling mistake',
      settings({ extras: [{ code: 'A', nmae: 'A' }] }),
      /settings\.extras\.0\.name: is required/,
    ],
    [
      'has an unknown time zone',
      { cartage_config: 1, tenant: { time_zone: 'Mars/Base' } },
      /tenant\.time_zone: must be the name/,
    ],
    [
      'has a code twice',
      settings({
        departments: [
          { code: 'A', name: '1' },
          { code: 'a', name: '2' },
        ],
      }),
      /settings\.departments\.1\.code: has "a"/,
    ],
    [
      'names what it leaves out',
      settings({ document_types: [] }),
      /POD of the question path keys is "PROOF_OF_DELIVERY"/,
    ],
    ['has no default', settings({ billing_entities: [] }), /exactly one entry with is_default, but has 0/],
    [
      'has ranges that give the same numbers',
      settings({ number_ranges: ['A', 'B'].map((one) => ({ code: one, name: one, applies_to: 'TRIP' })) }),
      /number_ranges\.1\.applies_to: has these values/,
    ],
    [
      'has a range whose numbers come twice',
      settings({ number_ranges: [{ code: 'A', name: 'A', applies_to: 'TRIP', restarts_yearly: true }] }),
      /year_style: must be SHORT or FULL/,
    ],
    [
      'has sizes with one code',
      settings({
        packaging_types: [
          {
            code: 'P',
            name: 'P',
            sizes: [
              { code: 'A', name: 'A' },
              { code: 'A', name: 'B' },
            ],
          },
        ],
      }),
      /two sizes have the same code/,
    ],
  ]

  test.each(wrong)('because it %s is reported in a sentence and changes nothing', async (_, file, sentence) => {
    const tenant = await server.tenant()
    const before = await read(tenant)
    const refused = { status: 422, message: expect.stringMatching(sentence) }
    await expect(diff(tenant, file)).rejects.toMatchObject(refused)
    await expect(apply(tenant, file)).rejects.toMatchObject(refused)
    expect(await read(tenant)).toEqual(before)
  })

  test('gets all errors at once', async () => {
    const file = settings({
      extras: [
        { code: '', name: 'A' },
        { code: 'B', name: 7 },
      ],
    })
    await expect(diff(await server.tenant(), file)).rejects.toMatchObject({
      message: 'settings.extras.0.code: must not be empty.\nsettings.extras.1.name: must be text.',
    })
  })
})
