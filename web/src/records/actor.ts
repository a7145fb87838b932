import { useLingui } from '@lingui/react/macro'
import { actorWords } from './member.words.ts'

/** Who acted, by name; the operator and Cartage itself have none, and are said in words. */
export function useActor(): (by: string | null) => string | null {
  const { i18n } = useLingui()
  return (by) => {
    const word = by === null || !Object.hasOwn(actorWords, by) ? undefined : actorWords[by]
    return word === undefined ? by : i18n._(word)
  }
}
