export default {
  meta: { name: 'workspace' },
  rules: {
    'restricted-syntax': {
      meta: { schema: { type: 'array' } },
      create: (context) =>
        Object.fromEntries(
          context.options.map(({ selector, message }) => [
            selector,
            (node) => context.report({ node, message }),
          ]),
        ),
    },
  },
};
