# The image of Cartage: one process of `serve` or `work` next to a PostgreSQL of your own (compose.yaml, docs/guides/install.md).
# The Node of the base image only starts the one of the packages, which is the same on each machine (decision 0001).
FROM node:24-bookworm-slim AS build
WORKDIR /opt/cartage
COPY . .
# Installing builds the pages. What only tests and checks need goes again; sbom.cdx.json says what is left.
RUN npm ci --no-audit --no-fund && npm run sbom && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
RUN groupadd --system --gid 10001 cartage \
  && useradd --system --uid 10001 --gid cartage --home-dir /var/lib/cartage --create-home cartage
COPY --from=build /opt/cartage /opt/cartage
WORKDIR /opt/cartage
USER cartage
# Keys and files; the database is elsewhere.
VOLUME /var/lib/cartage
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/cartage
EXPOSE 8080
# Ready means: the database answers, is writable and has this version's schema.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Ends by SIGTERM: running requests have 20 seconds.
ENTRYPOINT ["node", "bin/cartage.js"]
CMD ["serve", "--no-demo"]
