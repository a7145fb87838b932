import { allEvents, type EventType, eventTypes, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/**
 * Levels of events, in the order of the types: `order`, `stop`, `trip` and so on. A noun with only optional types is not a
 * level: an empty list of types would mean all of them.
 */
export const levels: readonly string[] = [
  ...new Set(eventTypes.filter((type) => !optionalEventTypes.includes(type)).map(levelOf)),
]

/** The noun of a type: `order.accepted` is about an order. */
function levelOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'))
}

/**
 * The types selected by a list of types and levels, without duplicates. A level means all its types but the optional
 * ones: those go only to endpoints that select them. `all` stays, with selected optional types, because it includes
 * types of later versions. Alone it becomes the empty list.
 * @throws Problem validation_failed with the list of valid values, because an unknown type would never arrive
 */
export function expandTypes(chosen: readonly string[]): (EventType | typeof allEvents)[] {
  const unknown = chosen.filter((word) => !isType(word) && !levels.includes(word) && word !== allEvents)
  if (unknown.length > 0) {
    const [none, types, some, optional] = [unknown, eventTypes, levels, optionalEventTypes].map((one) => one.join(', '))
    const message = msg`There is no event type ${none}. The types are ${types}; a level stands for all of its types: ${some}; all stands for every type. Only sent when named: ${optional}.`
    throw new Problem('validation_failed', {
      message,
      errors: [errorItem('event_types', message, 'event_type_unknown')],
    })
  }
  if (chosen.includes(allEvents)) {
    const apart = optionalEventTypes.filter((type) => chosen.includes(type))
    return apart.length === 0 ? [] : [allEvents, ...apart]
  }
  return [...new Set(chosen.flatMap((word) => (isType(word) ? [word] : typesOf(word))))]
}

function isType(word: string): word is EventType {
  return (eventTypes as readonly string[]).includes(word)
}

function typesOf(level: string): EventType[] {
  return eventTypes.filter((type) => levelOf(type) === level && !optionalEventTypes.includes(type))
}
