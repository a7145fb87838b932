import { useLingui } from '@lingui/react/macro'
import { actorLabels } from './member.labels.ts'

/** Who acted, by name; the operator and Cartage itself have none, and are said in words. */
export function useActor(): (by: string | null) => string | null {
  const { i18n } = useLingui()
  return (by) => {
    const word = by === null || !Object.hasOwn(actorLabels, by) ? undefined : actorLabels[by]
    return word === undefined ? by : i18n._(word)
  }
}
