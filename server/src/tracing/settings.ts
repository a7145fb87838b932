/** Sampling: all traces, none, or a fraction. Traces begun by a caller follow the caller's choice. */
export interface SamplerSettings {
  readonly followsCaller: boolean
  /** Fraction from 0 to 1. */
  readonly ratio: number
}

/** Export settings of traces. */
export interface TracingSettings {
  readonly url: string
  /** Sent with every request to the collector; may contain secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: SamplerSettings
}

/** The standard variables as set; undefined if unset. */
export interface TracingVariables {
  readonly disabled: string | undefined
  readonly endpoint: string | undefined
  readonly tracesEndpoint: string | undefined
  readonly headers: string | undefined
  readonly serviceName: string
  readonly sampler: string
  readonly samplerArg: string | undefined
}

const samplers: Readonly<Record<string, (ratio: number) => SamplerSettings>> = {
  always_on: () => ({ followsCaller: false, ratio: 1 }),
  always_off: () => ({ followsCaller: false, ratio: 0 }),
  traceidratio: (ratio) => ({ followsCaller: false, ratio }),
  parentbased_always_on: () => ({ followsCaller: true, ratio: 1 }),
  parentbased_always_off: () => ({ followsCaller: true, ratio: 0 }),
  parentbased_traceidratio: (ratio) => ({ followsCaller: true, ratio }),
}

/**
 * Reads the standard OpenTelemetry variables (OPS-22).
 * @returns undefined if no collector is configured, or an error message
 */
export function readTracing(given: TracingVariables): TracingSettings | { refusal: string } | undefined {
  const { disabled, endpoint, tracesEndpoint, serviceName } = given
  const address = tracesEndpoint ?? endpoint
  if (address === undefined || disabled?.toLowerCase() === 'true') return undefined
  const name = tracesEndpoint === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return { refusal: `${name} must be an http or https address without a password, such as http://10.0.0.5:4318.` }
  }
  // The general endpoint is that of the collector, the specific one that of its traces.
  if (tracesEndpoint === undefined) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  const headers = readHeaders(given.headers ?? '')
  const sampler = readSampler(given)
  if ('refusal' in sampler) return sampler
  if (headers === undefined) {
    return {
      refusal: 'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value,name=value, encoded as in an address.',
    }
  }
  return { url: url.href, headers, serviceName, sampler }
}

function readSampler({ sampler, samplerArg = '1' }: TracingVariables): SamplerSettings | { refusal: string } {
  const choose = samplers[sampler]
  if (choose === undefined) {
    return { refusal: `OTEL_TRACES_SAMPLER is "${sampler}" but must be one of ${Object.keys(samplers).join(', ')}.` }
  }
  const ratio = Number(samplerArg)
  if (samplerArg.trim() !== '' && ratio >= 0 && ratio <= 1) return choose(ratio)
  return { refusal: `OTEL_TRACES_SAMPLER_ARG is "${samplerArg}" but must be a part from 0 to 1, such as 0.1.` }
}

/** Undefined for anything but a list of pairs. The error message does not quote it, because it contains secrets. */
function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    const value = decoded(pair.slice(at + 1).trim())
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || value === undefined || !/^[\t\x20-\x7e]*$/.test(value)) return undefined
    headers[name.toLowerCase()] = value
  }
  return headers
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
