// biome-ignore-all format: one icon a line
// Shapes of Lucide, under the licence that `ui/icons.tsx` has, which only these pages show.
import { icon } from '../ui/icons.tsx'

export const Bot = icon('M12 8V4H8M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM2 14h2M20 14h2M15 13v2M9 13v2')
export const Link2Off = icon('M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12L12 12M2 2L22 22')
