// biome-ignore-all format: one icon a line
// Shapes of Lucide, under the licence that `ui/icons.tsx` has, which only these pages show.
import { icon } from '../ui/icons.tsx'

export const FileCode = icon('M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 12.5 8 15l2 2.5M14 12.5l2 2.5-2 2.5')
