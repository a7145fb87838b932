import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** An icon of lucide: a file with its shapes. */
export const iconFile = /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
/** React asks for it of every shape while developing only; it is random text that cannot be compressed. */
const keyOfShape = /,\s*key: "\w+"/g
const importOfIcons = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g
/** A line of the package's main file: the names of an icon, and its file. */
const exportOfIcon = /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g

/**
 * Imports each icon from its own file, since the package's main file has all 1,700 of them read; and takes the keys of
 * their shapes out, which never move. While developing nothing is changed.
 */
export function leanIcons(): Plugin[] {
  const files = filesOfIcons()
  return [
    {
      name: 'lean-icons-imports',
      apply: 'build',
      transform: {
        filter: { id: /\/web\/src\//, code: 'lucide-react' },
        handler: (code) => ({
          code: code.replace(importOfIcons, (_, names: string) => importsOf(names, files)),
          map: null,
        }),
      },
    },
    {
      name: 'lean-icons-shapes',
      apply: 'build',
      transform: { filter: { id: iconFile }, handler: (code) => ({ code: code.replace(keyOfShape, ''), map: null }) },
    },
  ]
}

/** The file of each icon, by each of its names. */
function filesOfIcons(): Map<string, string> {
  const anyIcon = import.meta.resolve('lucide-react/dist/esm/icons/truck.mjs')
  const main = readFileSync(new URL('../lucide-react.mjs', anyIcon), 'utf8')
  const pairs = [...main.matchAll(exportOfIcon)].flatMap(([, names, file]) =>
    names!.split(',').map((name) => [name.replace('default as', '').trim(), file!] as const),
  )
  return new Map(pairs)
}

/** Imports of single icons in place of one of several: `Truck, Box as Parcel`. */
function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const icons = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().split(/\s+as\s+/)]))
  const imports = icons.map(([name, alias]) => {
    const file = files.get(name!)
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}.`)
    return `import ${alias ?? name} from "lucide-react/dist/esm/${file}";`
  })
  return imports.join(' ')
}
