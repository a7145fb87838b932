import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { hasOperator } from './operator.ts'
import { cartage, cartageProcess, setup, Tenant, type TenantFacts, unique } from './world.ts'

interface Entry {
  setting_id: string
  is_archived: boolean
  values: Record<string, unknown>
}

interface Applied {
  applied: boolean
  differences: { kind: string; action: string; name: string | null }[]
}

const folder = mkdtempSync(join(tmpdir(), 'cartage-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const list = async (slug: string, kind: string) =>
  (await cartage<{ items: Entry[] }>('setting', 'list', slug, kind)).items
const create = () => cartage<TenantFacts>('tenant', 'create', unique('settings').slice(0, 30), '--no-limits')

async function exported(slug: string): Promise<string> {
  const file = join(folder, `${slug}.json`)
  await cartage('config', 'export', slug, file)
  return file
}

describe.skipIf(!hasOperator)('settings', () => {
  test('RES-14: every tenant has a default billing entity', async () => {
    const entities = await list(setup.a.tenant.slug, 'billing_entities')
    expect(entities.filter(({ values }) => values.is_default)).toHaveLength(1)
  }, 120_000)

  test('RES-10: extras may share a code', async () => {
    const { tenant } = await create()
    for (const name of ['Small', 'Large'])
      await cartage('setting', 'add', tenant.slug, 'extras', 'code=LIFT', `name=${name}`)
    expect((await list(tenant.slug, 'extras')).map(({ values }) => values.code)).toEqual(['LIFT', 'LIFT'])
  }, 120_000)

  test('ORD-10: a transport service can be used by the next order, and no longer once it is archived', async () => {
    const facts = await create()
    const { slug } = facts.tenant
    const tenant = new Tenant(facts)
    const status = async () => (await tenant.apply(order({ transport_service: { code: 'REEFER' } }))).upload_status
    expect(await status()).toBe('ERROR')
    await cartage('setting', 'add', slug, 'transport_services', 'code=REEFER', 'name=Temperature controlled')
    expect(await status()).toBe('COMPLETED')
    await expect(cartage('setting', 'delete', slug, 'transport_services', 'REEFER')).rejects.toThrow(
      'Archive it instead',
    )
    await cartage('setting', 'archive', slug, 'transport_services', 'REEFER')
    expect(await status()).toBe('ERROR')
  }, 120_000)

  test('an exported configuration changes nothing in its own tenant, and makes another tenant equal', async () => {
    const [one, other] = [(await create()).tenant.slug, (await create()).tenant.slug]
    await cartage('setting', 'add', one, 'departments', 'code=SEA', 'name=Sea freight')
    await cartage(
      'setting',
      'add',
      one,
      'number_ranges',
      'code=INV',
      'name=Invoices',
      'applies_to=INVOICE',
      'prefix=I',
      'is_gapless=true',
      'restarts_yearly=true',
      'year_style=SHORT',
    )
    await cartage('setting', 'archive', one, 'service_levels', 'EXPRESS')
    const file = await exported(one)
    expect(await cartage<Applied>('config', 'apply', one, file)).toEqual({ applied: false, differences: [] })
    const { differences, applied } = await cartage<Applied>('config', 'apply', other, file)
    expect(applied).toBe(true)
    expect(differences.map(({ kind, action }) => `${action} ${kind}`)).toEqual([
      'archived service_levels',
      'added departments',
      'changed billing_entities',
      'added number_ranges',
    ])
    expect(readFileSync(await exported(other), 'utf8')).toBe(readFileSync(file, 'utf8'))
  }, 120_000)

  test('a configuration with one error changes nothing', async () => {
    const { slug } = (await create()).tenant
    const file = await exported(slug)
    const before = readFileSync(file, 'utf8')
    const wrong = JSON.parse(before) as { settings: Record<string, unknown[]> }
    wrong.settings.departments = [{ code: 'A', name: 'New' }]
    wrong.settings.extras = [{ code: 'A' }]
    writeFileSync(file, JSON.stringify(wrong))
    await expect(cartageProcess('config', 'apply', slug, file)).rejects.toThrow('settings.extras.0.name: is required.')
    expect(readFileSync(await exported(slug), 'utf8')).toBe(before)
  }, 120_000)
})
