import { msg } from '@lingui/core/macro'
import { Box, CircleHelp, Container, Link2, Truck, UserRound } from '../ui/icons.tsx'
import type { CodeBadge } from './code-badge.ts'
import { type CodeLabels, useLabels } from './code-labels.ts'

/** Badges of resource kinds, in menu order. */
export const resourceBadges: Readonly<Record<string, Omit<CodeBadge, 'tone'>>> = {
  DRIVER: { word: msg`Driver`, icon: UserRound },
  TRACTOR: { word: msg`Tractor`, icon: Truck },
  RIGID: { word: msg`Truck`, icon: Truck },
  VAN: { word: msg`Van`, icon: Truck },
  TRAILER: { word: msg`Trailer`, icon: Link2 },
  FULL_TRAILER: { word: msg`Full trailer`, icon: Link2 },
  CHASSIS: { word: msg`Chassis`, icon: Box },
  CONTAINER: { word: msg`Container`, icon: Container },
}

/** Kinds that can be created, in menu order. */
export const creatableTypes = Object.keys(resourceBadges)

/** Labels of all kinds, including those that cannot be created here. */
export const typeLabels: CodeLabels = {
  ...Object.fromEntries(Object.entries(resourceBadges).map(([type, { word }]) => [type, word])),
  COMPARTMENT: msg`Compartment`,
  FERRY: msg`Ferry`,
  HANDLING: msg`Handling`,
  SUBCONTRACTOR: msg`Carrier`,
  TRAIN: msg`Train`,
}

/** Label of a kind. Unknown ones show their code (COMPAT-4). */
export function useTypeLabel(): (type: string) => string {
  return useLabels(typeLabels)
}

/** A kind as icon and label. */
export function ResourceType({ type }: { type: string }) {
  const word = useTypeLabel()(type)
  const Icon = Object.hasOwn(resourceBadges, type) ? resourceBadges[type]!.icon : CircleHelp
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom text-ink-2">
      <Icon size={13} className="shrink-0 text-ink-3" aria-hidden="true" />
      {word}
    </span>
  )
}
