"""Runs decide.sql of a folder over its situations.json, as people run it over the machines in a data lake.

usage: decide.py duckdb|spark FOLDER
Writes FOLDER/recommendations.csv, for duckdb also ignored.txt with the columns that the query did not read, and prints the seconds that the query took.
"""

import csv
import re
import sys
import time
from pathlib import Path


def statements(script):
    """The statements of a script: a semicolon ends each and stands nowhere else."""
    without_comments = re.sub(r"^\s*--.*$", "", script, flags=re.MULTILINE)
    return [text for text in without_comments.split(";") if text.strip()]


def run_duckdb(folder, script):
    import duckdb

    database = duckdb.connect()
    database.execute(
        f"CREATE VIEW situations AS FROM read_json('{folder}/situations.json', format = 'newline_delimited', sample_size = -1)"
    )
    for statement in script:
        database.execute(statement)
    ignored = database.execute("FROM vnic_ignored_columns").fetchall()
    Path(folder, "ignored.txt").write_text("\n".join(name for (name,) in ignored), encoding="utf-8")
    return database.execute("FROM recommendations").fetchall()


def run_spark(folder, script):
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.log.level", "ERROR")
        .config("spark.sql.warehouse.dir", f"{folder}/warehouse")
        .getOrCreate()
    )
    spark.read.json(f"{folder}/situations.json").createOrReplaceTempView("situations")
    for statement in script:
        spark.sql(statement)
    return spark.sql("SELECT * FROM recommendations").collect()


def main(dialect, folder):
    script = statements(Path(folder, "decide.sql").read_text(encoding="utf-8"))
    begin = time.monotonic()
    rows = {"duckdb": run_duckdb, "spark": run_spark}[dialect](folder, script)
    print(f"{time.monotonic() - begin:.1f}")
    with open(Path(folder, "recommendations.csv"), "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


main(*sys.argv[1:])
