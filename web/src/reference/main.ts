import { createApiReference } from '@scalar/api-reference'
import '@scalar/api-reference/style.css'
import '@fontsource-variable/inter/wght.css'
import './reference.css'

/** The reference is a page of its own; nothing on it may leave this origin. */
createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Requests tried from the page go straight to this server.
  baseServerURL: window.location.origin,
  proxyUrl: '',
  persistAuth: false,
  theme: 'none',
  documentDownloadType: 'json',
  metaData: { title: 'API reference · Cartage' },
})
