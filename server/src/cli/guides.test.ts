import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabaseFolder } from '../testing/database-folder.ts'
import { checkout, type GuideBlock, guideBlocks } from '../testing/guides/blocks.ts'
import { type Ended, type Machine, newMachine } from '../testing/guides/machine.ts'
import { cleanEnv, newDatabase, newDataDir } from '../testing/spawn-cartage.ts'

const empty = newDataDir(newDatabaseFolder())
const folder = newDatabaseFolder()
let machine: Machine
afterAll(async () => {
  await machine.remove()
  empty.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Blocks that cannot run as printed, by page and beginning, and how they are tested instead. */
const elsewhere: readonly (readonly [page: RegExp, begins: RegExp, reason: string])[] = [
  [/README/, /^npm /, 'the registry of npm, and the tests themselves'],
  [/install/, /^printf /, 'Docker; packaging.test.ts reads the image and the composition'],
  [/python/, /^(import|from)/, 'scripts/python-guide.test.ts runs each of them'],
  [/clients/, /^\/\/ orval/, 'the registry of npm; npm run clients makes these clients'],
  [/backup/, /^(BACKUP_WAL_DIR|sudo cartage restore --to)/, 'an archive; backup/archive/archive.test.ts makes one'],
  [/backup/, /^wal_level/, 'settings of PostgreSQL and a program for archives'],
  [/proxy/, /^(client_max|backend)/, 'settings of nginx and HAProxy; npm run chaos -- --only rolling has HAProxy'],
  [/scale/, /^cartage serve/, 'processes that do not end; process/main.test.ts starts them'],
  [/scale/, /^(pg_ctlcluster|# 1|psql -c "(alter|select))/, 'two machines; npm run chaos -- failover does it'],
  [/scale/, /^(DATABASE_URL|ok )/, 'two machines; db/hosts and npm run chaos -- failover'],
  [/scale/, /^select citus/, 'Citus; npm run acceptance -- --citus'],
  [/install/, /^OTEL/, 'a collector; traces tests have one'],
  [/errors/, /^\[/, 'http/body/unknown-members.test.ts'],
  [/(errors|install|send-invoices|cli)\.md/, /^\{/, 'what Cartage answers, writes and reads'],
  [/reliability/, /^npx cartage invoice export/, 'cli/books/invoice.test.ts'],
  [/rate-cards/, /^[[{]/, 'rates/guide.test.ts'],
  [/webhooks/, /^(import|export)/, 'deliveries/channels/signature.rules.test.ts runs the three programs'],
  [/telematics/, /^(curl|forward)/, 'telematics/guide.test.ts runs each of them'],
  [/geocoding/, /^(curl|GEOCODING_)/, 'a geocoder; locations/geocoder/gateway.test.ts is one of each kind'],
  [/receive-invoices/, /^cat /, 'purchases/guide.test.ts runs it, once for each kind of supplier'],
]

const blocks = guideBlocks()
const reasonFor = ({ page, text }: GuideBlock) => elsewhere.find(([of, begins]) => of.test(page) && begins.test(text))
const followed = new Set<GuideBlock>()

/** The blocks of a page to run; each is marked as run. */
function take(page: string, from = 0, to?: number): string {
  const own = blocks.filter((block) => block.page.endsWith(page) && !reasonFor(block)).slice(from, to)
  for (const block of own) followed.add(block)
  return own.map(({ text }) => text).join('\n')
}

/** Runs commands on the machine, and shows their output when they fail. */
async function follow(commands: string, given: Readonly<Record<string, string>> = {}): Promise<string> {
  const ended = await machine.follow(commands, given)
  expect({ ...ended, code: ended.code }).toEqual({ ...ended, code: 0 })
  return ended.stdout
}

interface Credentials {
  id: string
  secret: string
}
const clientIn = (printed: string): Credentials => ({
  id: /ctg_[\w-]+/.exec(printed)![0],
  secret: /client secret\s+(\S+)/.exec(printed)![1]!,
})
const asBasic = ({ id, secret }: Credentials) => ({ 'CLIENT_ID:CLIENT_SECRET': `${id}:${secret}` })

let haulier: Credentials
let mover: Credentials
let token = ''

beforeAll(async () => {
  machine = await newMachine()
}, 60_000)

test('OPS-32: the guide installs a service, and its command creates the first organisation in the database of the service', async () => {
  await follow(take('install.md', 0, 3))
  await machine.ready()
  await follow(take('install.md', 3, 4), { '/opt/cartage': `${machine.folder}/opt/checkout` })
  haulier = clientIn(await follow(take('install.md', 4)))
  expect(await follow('sudo cartage tenant list')).toContain('haulier')
}, 120_000)

test('a system is migrated according to the guide, with the ids of its records', async () => {
  const printed = await follow(take('move-from-another-system.md'), { haulier: 'mover', Haulier: 'Mover' })
  mover = clientIn(printed)
  expect(printed.match(/1 created\./g)).toHaveLength(6)
}, 120_000)

test('the first order is uploaded, found and followed', async () => {
  const isDone = `until curl -s "https://tms.example/v1/orders/order/upload/$UPLOAD_ID" -H "Authorization: Bearer $TOKEN" | grep -q COMPLETED; do sleep 0.2; done`
  const printed = await follow(
    [take('first-order.md', 0, 3), isDone, take('first-order.md', 3)].join('\n'),
    asBasic(mover),
  )
  token = printed.split('\n')[0]!
  expect(printed).toContain('"order_identifier":"FIRST-ORDER-1"')
  expect(printed.trimEnd()).toMatch(/\[\]$/)
  const again = { ...asBasic(mover), 'http://127.0.0.1:8080': machine.baseUrl }
  expect(await follow(take('README.md'), again)).toMatch(/"upload_status":"(IN_PROGRESS|COMPLETED)"/)
}, 60_000)

test('requests in the guides about errors, pages and clients are answered', async () => {
  const withToken = (commands: string) => follow(`TOKEN=${token}\n${commands}`)
  expect(await withToken(take('guides/errors.md'))).toContain('"name":"Mill Lambert"')
  await withToken(
    `curl -sf -X PUT https://tms.example/v1/companies/sync -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${manyCompanies()}'`,
  )
  const pages = take('pagination.md')
  const [first] = pages.split('\n')
  const { next_cursor } = JSON.parse(await withToken(first!)) as { next_cursor: string }
  const both = await machine.follow(`TOKEN=${token}\n${pages}`, { NEXT_CURSOR: next_cursor })
  expect(both.stdout).toMatch(/"next_cursor":null/)
  const generators = /^npx .*\n/gm
  expect(await follow(take('clients.md').replace(generators, '').concat('head -c 100 openapi.json'))).toContain(
    '"openapi": "3.1.0"',
  )
}, 60_000)

function manyCompanies(): string {
  const items = Array.from({ length: 101 }, (_, index) => ({
    code: `C${index}`,
    name: `Company ${index}`,
    currency: 'EUR',
  }))
  return JSON.stringify({ source: 'test', items })
}

test('the limits of a new organisation are those in the guide', async () => {
  const given = asBasic(haulier)
  const got = await follow(
    `${take('first-order.md', 0, 1)}\ncurl -si https://tms.example/v1/companies/company -H "Authorization: Bearer $TOKEN"`,
    given,
  )
  const [, policy] = /ratelimit-policy: (.*)/i.exec(got)!
  expect(take('limits.md')).toContain(`RateLimit-Policy: ${policy!.trim()}`)
})

test('invoices are posted with the program from the guide', async () => {
  const given = { 'CLIENT_ID=…': `CLIENT_ID=${mover.id}`, 'CLIENT_SECRET=…': `CLIENT_SECRET=${mover.secret}` }
  await follow(`ln -s "$CHECKOUT/docs" docs\n${take('post-invoices.md')}`, given)
})

test('personal data are purged', async () => {
  await follow(take('personal-data.md'), { acme: 'haulier' })
}, 60_000)

test('locked-out users get access again', async () => {
  const printed = await follow(take('signing-in.md'))
  expect(printed.match(/password\s+\S+/g)?.length).toBeGreaterThanOrEqual(2)
}, 60_000)

test('a backup is encrypted, checked without a database, and restored with its key and with its signature', async () => {
  const [identity, forms, sql] = [take('backup.md', 0, 1), take('backup.md', 1, 2), take('backup.md', 2)]
  const recipients = /BACKUP_RECIPIENTS=\S+/.exec(await follow(identity))![0]
  await follow(`echo ${recipients} >> /etc/cartage/cartage.env`)
  const printed = await follow('sudo cartage backup /backups/before-upgrade')
  const key = /signed by ([\w-]{43})/.exec(printed)![1]!
  const given = { FOLDER: '/backups/before-upgrade', KEY: key, ' backup.key': ' /backups/backup.key' }
  const given2 = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace('/backups/', `${machine.folder}/backups/`)]),
  )
  const [inPlace, notYet, check] = forms.trim().split('\n')
  await follow(check!, given2)
  await follow(`${emptyDatabase('restored')}\n${inPlace}`, given2)
  await follow(`${emptyDatabase('elsewhere')}\nexport DATA_DIR="$MACHINE/var/elsewhere"\n${notYet}`, given2)
  await follow(`PSQL_URL=$(sed -n 's/^DATABASE_URL=//p' /etc/cartage/cartage.env) psql -c '${sql}'`)
}, 120_000)

/** Lines that create a database and configure the command to use it. */
function emptyDatabase(name: string): string {
  return `sudo -u postgres psql -c "create database ${name} owner cartage"
sed "s|/cartage$|/${name}|" /etc/cartage/cartage.env > ${name}.env
export CARTAGE_SETTINGS="$PWD/${name}.env"`
}

test('a primary is prepared, and certificates are made', async () => {
  const [primary, certificates] = [take('scale.md', 0, 1), take('scale.md', 1)]
  await follow(`mkdir -p /etc/postgresql/15/main\n${primary}`)
  // Some development machines have an OpenSSL that cannot copy extensions.
  const { stdout } = await machine.follow('openssl version')
  if (/^OpenSSL 3/.test(stdout)) await follow(`${certificates}\nls a.crt`)
}, 60_000)

test('OPS-32: an upgrade stops the service, updates the schema and starts it again, and so does the rollback', async () => {
  for (const [block, version] of [
    [0, '0.2.0'],
    [1, '0.1.0'],
  ] as const) {
    await follow(take('upgrade.md', block, block + 1))
    await machine.ready()
    expect(await follow('sudo cartage tenant list')).toContain('mover')
    expect(await follow('readlink /opt/cartage')).toBe(`cartage-${version}-linux-x64\n`)
  }
}, 120_000)

test('every block of the guides was run here, or has a reason why it cannot be', () => {
  expect(blocks.length).toBeGreaterThan(50)
  expect(blocks.filter((block) => !followed.has(block) && !reasonFor(block))).toEqual([])
  for (const [page, begins, reason] of elsewhere) {
    expect([reason, blocks.some((block) => page.test(block.page) && begins.test(block.text))]).toEqual([reason, true])
  }
})

/** Runs a packaging command on a data folder, without a machine. */
function runOn(dataDir: string, text: string): Promise<Ended> {
  const settings = join(folder, 'cartage.env')
  writeFileSync(settings, `# of the service\nDATA_DIR="${dataDir}"\nPUBLIC_URL=https://tms.example\n`)
  const env = { ...cleanEnv({}), CARTAGE_HOME: checkout, CARTAGE_SETTINGS: settings, CARTAGE_ACCOUNT: 'nobody-here' }
  return new Promise((resolve) => {
    execFile(join(checkout, 'packaging/cartage'), text.split(' '), { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

test('OPS-32: without a database, a command creates none and explains how to reach the one of the service', async () => {
  for (const text of ['tenant create haulier', `backup ${folder}/none`, 'migrate', 'work']) {
    const { code, stdout, stderr } = await runOn(empty.path, text)
    expect([text, code]).toEqual([text, 1])
    expect(stdout + stderr).toContain(`There is no database in ${empty.path}`)
  }
}, 60_000)

test('OPS-33: a backup of an installation without an organisation fails', async () => {
  const fresh = await newDatabase()
  const { code, stdout, stderr } = await runOn(fresh.path, `backup ${folder}/nothing`)
  await fresh.remove()
  expect(code).toBe(1)
  expect(stdout + stderr).toContain('This installation has no organisation')
}, 60_000)
