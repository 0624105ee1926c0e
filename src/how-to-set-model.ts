/** Ends every sentence that says a model is needed. */
export const HOW_TO_SET_MODEL =
  'Set OPENAI_API_KEY, or OPENAI_BASE_URL and OPENAI_MODEL for a server of your own, ' +
  'in the environment or in .env.';
