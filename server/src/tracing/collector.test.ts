import { execFileSync } from 'node:child_process'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { checkTraces } from '../cli/installation/doctor.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { freePort } from '../testing/free-port.ts'
import { startCollector } from '../testing/servers/collector.ts'
import { importsOf, readSources } from '../testing/sources.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { openTracing } from './open.ts'
import type { TracingSettings } from './settings.ts'
import { asPartOf } from './spans.ts'

const silent = pino({ level: 'silent' })
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const settingsOf = (env: Record<string, string>): TracingSettings => readConfig(env).tracing!

/** A log that records its lines. */
function keptLog() {
  const lines: { level: number; msg: string; reason?: string; spans_lost?: number }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines, about: (part: string) => lines.filter(({ msg }) => msg.includes(part)) }
}

test('OPS-22: the SDK is loaded only with a collector', () => {
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) process.stdout.write('loads ' + name + '\\n')
      return next(name, context)
    } })`
  const loadedWith = (env: Record<string, string>) => {
    const code = `await import('${new URL('../process/main.ts', import.meta.url)}')
      const { openTracing } = await import('${new URL('./open.ts', import.meta.url)}')
      const { readConfig } = await import('${new URL('../config.ts', import.meta.url)}')
      const tracing = await openTracing(readConfig().tracing, { info() {}, warn() {} })
      process.stdout.write(tracing === undefined ? 'off' : 'on')
      await tracing?.close()`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, '--input-type=module', '-e', code]
    const { PATH, HOME } = process.env
    return execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH, HOME, ...env } as NodeJS.ProcessEnv })
  }
  expect(loadedWith({})).toBe('off')
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' })).toBe('off')
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toMatch(
    /loads @opentelemetry\/sdk-trace[\s\S]*on$/,
  )
}, 120_000)

test('OPS-22: only the folder of tracing imports the SDK', () => {
  const users = readSources('server/src', ['.ts']).flatMap(importsOf)
  const of = (part: string) => users.filter(({ target }) => target.includes(part)).map(({ from }) => from)
  expect([...new Set(of('@opentelemetry/'))].sort()).toEqual([
    'server/src/tracing/queue.ts',
    'server/src/tracing/sdk.ts',
  ])
})

test('OPS-23: while the collector is unavailable requests are answered, and the log notes beginning and end once', async () => {
  const port = await freePort()
  const { log, lines, about } = keptLog()
  const env = { NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  const tracing = (await openTracing(settingsOf(env), log, 200))!
  closing.push(() => tracing.close())
  const server = await startTestServer({ tracing })
  closing.push(() => server.close())
  const request = async () => (await server.app.inject('/v1/nowhere')).statusCode
  const lost = async (more: number) => {
    expect(await request()).toBe(404)
    await expect.poll(() => tracing.counts.lost, { timeout: 20_000 }).toBe(more)
  }
  await lost(1)
  await lost(2)
  expect(about('takes no traces')).toEqual([expect.objectContaining({ level: 40, reason: expect.stringMatching(/./) })])
  const figures = await server.app.inject('/metrics')
  expect(figures.payload).toContain('cartage_trace_spans_total{result="lost"} 2\n')
  expect(figures.payload).toContain('cartage_trace_collector_up 0\n')

  const collector = await startCollector(port)
  closing.push(() => collector.close())
  expect(await request()).toBe(404)
  await expect.poll(() => tracing.counts.exported, { timeout: 20_000 }).toBe(1)
  expect(about('takes traces again')).toEqual([expect.objectContaining({ level: 30, spans_lost: 2 })])
  expect(lines).toHaveLength(3)
  expect(collector.spans).toHaveLength(1)
})

test('OPS-23: a stop sends the remaining spans, and waits for an unavailable collector only for one attempt', async () => {
  const collector = await startCollector()
  closing.push(() => collector.close())
  const start = { name: 'work', kind: 'CONSUMER', facts: {} } as const
  const tracing = (await openTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), silent))!
  tracing.begin(start).end()
  await tracing.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['work'])

  const away = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  const other = (await openTracing(away, silent, 200))!
  other.begin(start).end()
  await other.close()
  expect(other.counts).toEqual({ exported: 0, lost: 1, isReached: false })
})

test('OPS-23: spans beyond the queue limit are lost and counted, and have no further cost', async () => {
  const away = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  const tracing = (await openTracing(away, silent, 200))!
  for (let count = 0; count < 6_000; count += 1) tracing.begin({ name: 'work', kind: 'CONSUMER', facts: {} }).end()
  await tracing.close()
  expect(tracing.counts).toEqual({ exported: 0, lost: 6_000, isReached: false })
})

test('OPS-22: work of many thousand statements is recorded up to its first 500 spans', async () => {
  const collector = await startCollector()
  closing.push(() => collector.close())
  const tracing = (await openTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), silent))!
  const span = tracing.begin({ name: 'work', kind: 'CONSUMER', facts: {} })
  let parts = 0
  while (span.isRecording() && parts < 10_000) {
    span.child({ name: 'part', kind: 'CLIENT', facts: {} }).end()
    parts += 1
  }
  span.end()
  await tracing.close()
  expect(parts).toBe(500)
  expect(collector.spans.map(({ name }) => name).filter((name) => name === 'work')).toEqual(['work'])
})

test('OPS-22: a sampler sends a part of the traces, and none that the caller does not record', async () => {
  const collector = await startCollector()
  closing.push(() => collector.close())
  const sentWith = async (sampler: Record<string, string>, flags?: string) => {
    const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler })
    const tracing = (await openTracing(settings, silent))!
    collector.spans.length = 0
    for (let count = 0; count < 400; count += 1) {
      const headers = flags && {
        traceparent: `00-${crypto.randomUUID().replaceAll('-', '')}-b7ad6b7169203331-${flags}`,
      }
      tracing.begin({ name: 'work', kind: 'SERVER', facts: {} }, headers || undefined).end()
    }
    await tracing.close()
    return collector.spans.length
  }
  expect(await sentWith({})).toBe(400)
  expect(await sentWith({}, '00')).toBe(0)
  expect(await sentWith({ OTEL_TRACES_SAMPLER: 'always_on' }, '00')).toBe(400)
  expect(await sentWith({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })).toBe(0)
  expect(await sentWith({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, '01')).toBe(400)
  const half = await sentWith({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })
  expect(half).toBeGreaterThan(100)
  expect(half).toBeLessThan(300)
})

test('OPS-22: a log line contains the trace of its work', async () => {
  const tracing = (await openTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }), silent, 200))!
  const span = tracing.begin({ name: 'work', kind: 'CONSUMER', facts: {} })
  const mixin = (createLog('info') as unknown as Record<symbol, () => object>)[pino.symbols.mixinSym as never]!
  expect([mixin(), asPartOf(span, mixin), mixin()]).toEqual([{}, { trace_id: span.traceId }, {}])
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address'],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://me:hunter2@x.example' },
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be',
  ],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER is "jaeger_remote" but must be one of always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '20' }, 'OTEL_TRACES_SAMPLER_ARG is "20" but must be a part from 0 to 1'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer hunter2' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs'],
])('OPS-22: invalid settings are refused at startup, without the secrets in them: %o', (env, sentence) => {
  const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.5:4318', ...env })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/hunter2/)
})

test('OPS-22: the general address belongs to the collector, a specific one takes precedence and is used unchanged', () => {
  const url = (env: Record<string, string>) => readConfig(env).tracing?.url
  expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.5:4318' })).toBe('http://10.0.0.5:4318/v1/traces')
  expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://x.example/otlp/' })).toBe('https://x.example/otlp/v1/traces')
  const both = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b:2/in' }
  expect(url(both)).toBe('http://b:2/in')
  expect(url({})).toBeUndefined()
})

test('OPS-23: the doctor reports a collector that cannot be reached, or that refuses', async () => {
  const collector = await startCollector()
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'k=hunter2',
  })
  expect(await checkTraces({ tracing: undefined })).toMatchObject({ check: 'traces', ok: true })
  expect(await checkTraces({ tracing })).toEqual({
    check: 'traces',
    ok: true,
    message: `${collector.url} takes traces`,
  })
  collector.status = 401
  const refused = await checkTraces({ tracing })
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS') })
  await collector.close()
  const elsewhere = `http://127.0.0.1:${await freePort()}`
  const away = await checkTraces(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: elsewhere, OTEL_EXPORTER_OTLP_HEADERS: 'k=hunter2' }),
  )
  expect(away).toMatchObject({
    ok: false,
    message: expect.stringContaining(`${elsewhere} takes no traces (ECONNREFUSED)`),
  })
  expect(JSON.stringify([refused, away])).not.toContain('hunter2')
})
