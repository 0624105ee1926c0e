/** One word for each place where people's words come from or go to; each stands nowhere else. */
export const PLANTED = {
  draft: 'zquandraft',
  context: 'zquancontext',
  given: 'zquangiven',
  brief: 'zquanbrief',
  written: 'zquanwritten',
  problem: 'zquanproblem',
  suggestion: 'zquansuggestion',
  remark: 'zquanremark',
  revision: 'zquanrevision',
  typed: 'zquantyped',
} as const;
