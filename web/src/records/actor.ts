import { useLingui } from '@lingui/react/macro'
import { actorLabels } from './member.labels.ts'

/** Name of an actor. The operator and Cartage have no name, so they get a label. */
export function useActor(): (by: string | null) => string | null {
  const { i18n } = useLingui()
  return (by) => {
    const word = by === null || !Object.hasOwn(actorLabels, by) ? undefined : actorLabels[by]
    return word === undefined ? by : i18n._(word)
  }
}
