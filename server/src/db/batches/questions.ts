interface PendingQuestion<Question, Answer> {
  question: Question
  answer: ((answer: Answer | undefined) => void)[]
  fail: ((error: unknown) => void)[]
}

/**
 * Group commit for reads: requests that arrive while others are in flight share the next statement. A statement never
 * answers a request that arrived after it was sent.
 * @param ask answers requests by their place, counted from 1
 * @param mostInFlight maximum concurrent statements
 * @returns a function for one request; equal keys share one request. Undefined if there is no answer; throws what `ask`
 * throws
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<ReadonlyMap<number, Answer>>,
  mostInFlight = 1,
): (key: string, question: Question) => Promise<Answer | undefined> {
  let waiting = new Map<string, PendingQuestion<Question, Answer>>()
  let inFlight = 0

  async function lookUpAll(): Promise<void> {
    const requested = [...waiting.values()]
    waiting = new Map()
    inFlight += 1
    try {
      const answers = await ask(requested.map(({ question }) => question))
      requested.forEach((one, index) => {
        for (const answer of one.answer) answer(answers.get(index + 1))
      })
    } catch (error) {
      for (const fail of requested.flatMap((one) => one.fail)) fail(error)
    } finally {
      inFlight -= 1
      if (waiting.size > 0) void lookUpAll()
    }
  }

  return (key, question) =>
    new Promise<Answer | undefined>((answer, fail) => {
      const one = waiting.get(key) ?? { question, answer: [], fail: [] }
      one.answer.push(answer)
      one.fail.push(fail)
      waiting.set(key, one)
      if (inFlight < mostInFlight) void lookUpAll()
    })
}
