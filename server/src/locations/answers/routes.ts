import { answerPlaceQuestion, findPlaceQuestions, listUnclearPlaces } from '@cartage/contract/locations/app/answers'
import { type Server, serve } from '../../http/serve.ts'
import { answerPlace } from './commands.ts'
import { findUnclear, questionsAbout } from './views.ts'

/** Maximum number of spellings shown. */
const mostShown = 50

/** Binds the ambiguous places: listing and answering them. */
export function servePlaceAnswers(server: Server): void {
  const { ctx } = server
  serve(server, findPlaceQuestions, async ({ body, inTenant }) => {
    const { city = null, postal_code = null, country = null, location_id = null } = body
    return { questions: await inTenant((tx) => questionsAbout(tx, { city, postal_code, country, location_id })) }
  })
  serve(server, answerPlaceQuestion, async ({ caller, body }) => ({
    waiting: await answerPlace(ctx, caller.tenantId, body),
  }))
  serve(server, listUnclearPlaces, async ({ inTenant }) => {
    const open = await inTenant(findUnclear)
    const bySpelling = [...Map.groupBy(open, ({ known }) => known.spelling).values()]
    const most = bySpelling.toSorted((one, other) => other.length - one.length).slice(0, mostShown)
    const items = most.map((some) => {
      const { asked, known } = some[0]!
      const { city, postal_code, country, name } = asked
      const written = { city: city ?? '', postal_code: postal_code ?? '', country: country ?? '' }
      const choices = known.choices.map((choice) => ({ ...choice, usual_km: null }))
      const question = { ...written, location_id: null, company_ids: [], choices }
      return { question, locations: some.length, example: name }
    })
    return { items }
  })
}
