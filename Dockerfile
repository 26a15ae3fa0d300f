# Knekt in a container. One volume on a local disk holds all chips and hands: docs/hosting.md.

FROM python:3.11-slim AS packages
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r requirements.txt

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home knekt && install --directory --owner knekt --mode 0700 /var/lib/knekt
COPY --from=packages /venv /venv
COPY LICENSE bot.py /opt/knekt/
COPY cogs /opt/knekt/cogs
COPY data /opt/knekt/data
COPY engine /opt/knekt/engine
COPY demo/__init__.py demo/options.py /opt/knekt/demo/
WORKDIR /opt/knekt
USER knekt
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 MPLCONFIGDIR=/tmp KNEKT_DATABASE=/var/lib/knekt/knekt.db
VOLUME /var/lib/knekt
STOPSIGNAL SIGTERM
ENTRYPOINT ["/venv/bin/python", "bot.py"]
