import '@fontsource-variable/inter/wght.css'
import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'
import './reference.css'
import { withRuleLinks } from './rule-links.ts'

declare global {
  interface Window {
    /** Global of the viewer, whose script runs before this one (`reference-bundle.ts`). */
    Scalar: { createApiReference(element: string, configuration: Partial<ApiReferenceConfiguration>): unknown }
  }
}

/** A file of this server; undefined when it cannot be read, as addresses of rules where no documentation was built. */
async function read(address: string): Promise<unknown> {
  try {
    const answer = await fetch(address)
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

const [description, rules = {}] = await Promise.all([read('/openapi.json'), read('/docs/rules.json')])

/** The reference is a page of its own. Nothing on it may be sent to another origin. */
window.Scalar.createApiReference('#reference', {
  // Without an answer the viewer requests it again, and says why it has nothing to show.
  ...(description === undefined
    ? { url: '/openapi.json' }
    : { content: withRuleLinks(description, rules as Record<string, string>) as Record<string, unknown> }),
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Requests tried from the page go directly to this server.
  baseServerURL: window.location.origin,
  proxyUrl: '',
  persistAuth: false,
  theme: 'none',
  documentDownloadType: 'json',
  metaData: { title: 'API reference · Cartage' },
})
