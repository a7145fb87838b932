import type { TracingSettings } from '../tracing/settings.ts'

/** Result of the doctor for a collector. */
export interface ExaminedCollector {
  ok: boolean
  message: string
}

const timeoutMs = 3_000

// The doctor addresses operators, in English.
const right = (text: string): ExaminedCollector => ({ ok: true, message: text })
const wrong = (text: string): ExaminedCollector => ({ ok: false, message: text })

/** Sends a collector an empty list of spans. Never throws; the message names the collector but not its headers. */
export async function examineCollector({ url, headers }: TracingSettings): Promise<ExaminedCollector> {
  const { origin } = new URL(url)
  try {
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (ok) return right(`${origin} takes traces`)
    const advice = status === 401 || status === 403 ? 'OTEL_EXPORTER_OTLP_HEADERS' : 'the address and its path'
    return wrong(`${origin} answers ${status} to traces: check ${advice}`)
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const advice = 'start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, usually port 4318)'
    return wrong(`${origin} takes no traces (${cause?.code ?? message}): ${advice}`)
  }
}
