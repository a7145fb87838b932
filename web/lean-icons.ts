import type { Plugin } from 'vite'

/** An icon of lucide: a file with its shapes. */
export const iconFile = /\/node_modules\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/
/** React asks for it of every shape while developing only; it is random text that cannot be compressed. */
const keyOfShape = /,\s*key: "\w+"/g

/** Takes the keys of their shapes out of icons. Shapes of an icon never move. While developing nothing is taken. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    transform: {
      filter: { id: iconFile },
      handler: (code) => ({ code: code.replace(keyOfShape, ''), map: null }),
    },
  }
}
