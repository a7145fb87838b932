import { resolve } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'

/** Compiles the catalogues of the application and those of the doors, each by its own configuration. */
export function catalogues(): Plugin[] {
  return [
    ...compiled('lingui.config.ts', /\/web\/src\/locales\/\w+\.po$/),
    ...compiled('lingui.doors.config.ts', /\/web\/src\/doors\/locales\/\w+\.po$/),
  ]
}

/** The plugin takes every .po file; one that its configuration does not name is another's. */
function compiled(config: string, files: RegExp): Plugin[] {
  const plugins: Plugin[] = lingui({ configPath: resolve(import.meta.dirname, config) })
  return plugins.map((plugin) => {
    const { transform } = plugin
    if (typeof transform !== 'object') return plugin
    return { ...plugin, transform: { ...transform, filter: { id: files } } }
  })
}
