import '@fontsource-variable/inter/wght.css'
import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'
import './reference.css'

declare global {
  interface Window {
    /** Global of the viewer, whose script runs before this one (`reference-bundle.ts`). */
    Scalar: { createApiReference(element: string, configuration: Partial<ApiReferenceConfiguration>): unknown }
  }
}

/** The reference is a page of its own. Nothing on it may be sent to another origin. */
window.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
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
