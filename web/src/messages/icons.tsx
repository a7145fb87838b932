// biome-ignore-all format: one icon a line
// Shapes of Lucide, under the licence that `ui/icons.tsx` has, which only these pages show.
import { icon } from '../ui/icons.tsx'

export const ArrowDownLeft = icon('M17 7 7 17M17 17H7V7')
export const ArrowUpRight = icon('M7 7h10v10M7 17 17 7')
