"use strict";
// Adds a "zoom" button to every chart that has data; without this script the still picture stays as it is.
(function () {
  var source = document.getElementById("chart-data");
  if (!source) return;
  var data = JSON.parse(source.textContent);
  function colour(token) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + token).trim();
  }
  function axis(label) {
    return { label: label, stroke: colour("muted"), grid: { stroke: colour("grid"), width: 0.6 }, ticks: { stroke: colour("grid") }, labelSize: 18, size: 54 };
  }
  function lines(chart) {
    return [{ label: chart.x_label }].concat(chart.series.map(function (line) {
      return { label: line.name, stroke: colour(line.token), dash: line.dash, width: 1.4, points: { show: false }, spanGaps: false };
    }));
  }
  function draw(holder, chart, width) {
    var options = {
      width: width, height: 280, legend: { live: true },
      scales: { x: { time: false } },
      cursor: { drag: { x: true, y: false } },
      axes: [axis(chart.x_label), axis(chart.y_label)],
      series: lines(chart)
    };
    return new uPlot(options, [chart.x].concat(chart.series.map(function (line) { return line.values; })), holder);
  }
  document.querySelectorAll("figure[data-chart]").forEach(function (figure) {
    var chart = data.charts[figure.dataset.chart];
    if (!chart) return;
    var still = figure.querySelector(".still"), button = document.createElement("button"), holder = document.createElement("div"), plot = null;
    button.type = "button"; button.className = "zoom"; button.textContent = data.words.zoom;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", data.words.zoom + ": " + figure.querySelector("b").textContent);
    holder.className = "live"; holder.hidden = true;
    figure.append(button, holder);
    button.addEventListener("click", function () {
      var live = holder.hidden;
      if (live && !plot) { holder.hidden = false; plot = draw(holder, chart, figure.clientWidth || 640); }
      holder.hidden = !live; still.style.display = live ? "none" : "";
      button.setAttribute("aria-pressed", String(live));
      button.textContent = live ? data.words.still : data.words.zoom;
    });
  });
})();
